import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { sqlText } from '#server/platform/db/sql.ts'
import { quoted } from '#server/platform/db/sql.ts'

const MEMORY = '384MB'
const LONGEST_LINE = 16 * 1024 * 1024

/** Each column of texts reserves a page for its dictionary, of 1 MB by default. */
const DICTIONARY_BYTES = 16_384

/** Options of COPY for a Parquet file. */
export function parquetOptions(rowsInGroup: number): string {
  return `FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${rowsInGroup}, STRING_DICTIONARY_PAGE_SIZE_LIMIT ${DICTIONARY_BYTES}`
}

export interface ParquetColumns {
  readonly names: readonly string[]
  /** Columns that hold numbers. */
  readonly numbers: ReadonlySet<string>
}

/** Writes a CSV file (RFC 4180, an empty field is missing) as Parquet. */
export function csvToParquet(
  csv: string,
  parquet: string,
  { names, numbers }: ParquetColumns,
  rowsInGroup: number,
): Promise<void> {
  const columns = names.map((name) => `${sqlText(name)}: '${numbers.has(name) ? 'DOUBLE' : 'VARCHAR'}'`)
  const rows = `SELECT * FROM read_csv(${sqlText(csv)}, auto_detect = false, header = true, delim = ',', quote = '"',
    escape = '"', nullstr = '', max_line_size = ${LONGEST_LINE}, buffer_size = ${2 * LONGEST_LINE}, columns = {${columns.join(', ')}})`
  return writeParquet(rows, parquet, rowsInGroup)
}

/** Joins Parquet files by column; their rows are the same individuals in the same order. */
export function joinParquet(
  files: readonly string[],
  columns: readonly (readonly string[])[],
  parquet: string,
  rowsInGroup: number,
): Promise<void> {
  const from = files.map((file, place) => {
    const columnList = columns[place]?.map(quoted).join(', ') ?? ''
    return `(SELECT ${columnList} FROM read_parquet(${sqlText(file)})) f${place}`
  })
  return writeParquet(`SELECT * FROM ${from.join(' POSITIONAL JOIN ')}`, parquet, rowsInGroup)
}

/** Uses a separate database, so that its memory limit is independent of users' queries. */
async function writeParquet(rows: string, parquet: string, rowsInGroup: number): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: MEMORY,
    // Each thread holds one row group in memory.
    threads: '1',
  })
  let connection: DuckDBConnection | null = null
  try {
    connection = await instance.connect()
    await connection.run(`COPY (${rows}) TO ${sqlText(parquet)} (${parquetOptions(rowsInGroup)})`)
  } finally {
    connection?.closeSync()
    instance.closeSync()
  }
}
