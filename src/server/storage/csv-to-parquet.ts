import { DuckDBInstance } from '@duckdb/node-api'
import { sqlText } from '#server/storage/copy-database.ts'

const MEMORY = '512MB'
const LONGEST_LINE = 16 * 1024 * 1024

/** Writes a CSV file (RFC 4180, an empty field is missing) as Parquet; the columns named as numbers hold such. */
export async function csvToParquet(
  csv: string,
  parquet: string,
  { names, numbers }: { readonly names: readonly string[]; readonly numbers: ReadonlySet<string> },
  rowsInGroup: number,
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: MEMORY })
  const connection = await instance.connect()
  const columns = names.map((name) => `${sqlText(name)}: '${numbers.has(name) ? 'DOUBLE' : 'VARCHAR'}'`)
  try {
    await connection.run(`
      COPY (SELECT * FROM read_csv(${sqlText(csv)}, auto_detect = false, header = true, delim = ',', quote = '"',
        escape = '"', nullstr = '', max_line_size = ${LONGEST_LINE}, buffer_size = ${2 * LONGEST_LINE}, columns = {${columns.join(', ')}}))
      TO ${sqlText(parquet)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${rowsInGroup})`)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
