import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { quoted, sqlText } from '#server/platform/db/sql.ts'

/** A Parquet file whose columns are read as texts. */
export interface ParquetFile {
  readonly columns: readonly ParquetColumn[]
  readonly rows: number
  /** Batches of rows: the cells of each joined by `CELL_END`; a missing value is empty. */
  readonly batches: () => AsyncGenerator<readonly string[], undefined>
  readonly close: () => void
}

export interface ParquetColumn {
  readonly name: string
  /** DuckDB's name of it: of names that differ only in case the second gets a number. */
  readonly sqlName: string
  /** As DuckDB names it, such as INTEGER[]. */
  readonly type: string
}

/** Unit separator. A cell that holds one has NUL instead, which no text has. */
export const CELL_END = '\u001F'

const MEMORY = '384MB'
/** No hive columns: folders are not part of the data. */
const FILE = 'read_parquet($1, hive_partitioning = false)'
const MIDNIGHTS_AT_ONCE = 200

/**
 * Opens a file in a database of its own, in memory, which can read that file and nothing else, and whose memory is
 * not the one of users' queries. Throws for a file that DuckDB cannot read.
 */
export async function openParquet(path: string): Promise<ParquetFile> {
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    memory_limit: MEMORY,
    temp_directory: '',
    threads: '1',
  })
  let connection: DuckDBConnection | null = null
  const close = () => {
    connection?.closeSync()
    instance.closeSync()
  }
  try {
    const opened = await instance.connect()
    connection = opened
    await opened.run(`SET allowed_paths = [${sqlText(path)}]`)
    await opened.run('SET enable_external_access = false')
    await opened.run(`SET TimeZone = 'UTC'`).catch(() => undefined)
    await opened.run('SET lock_configuration = true')
    const described = await opened.run(`SELECT * FROM ${FILE} LIMIT 0`, [path])
    const types = described.columnTypes().map(String)
    const sqlNames = described.columnNames()
    const schema = await opened.runAndReadAll('SELECT name FROM parquet_schema($1)', [path])
    const [, ...names] = schema.getRows().map(([name]) => (typeof name === 'string' ? name : ''))
    // Lists and records have several elements of the schema.
    const isFlat = names.length === sqlNames.length
    const columns = sqlNames.map((sqlName, place) => ({
      name: (isFlat ? names[place] : undefined) ?? sqlName,
      sqlName,
      type: types[place] ?? '',
    }))
    const counted = await opened.runAndReadAll(`SELECT count(*)::DOUBLE FROM ${FILE}`, [path])
    return {
      columns,
      rows: Number(counted.getRowsJson()[0]?.[0]),
      batches: async function* () {
        const dates = await midnightColumns(opened, path, columns)
        const cells = columns.map((column) => `coalesce(${textOf(column, dates)}, '')`)
        const row = `concat_ws(chr(31), ${cells.join(', ')})`
        const result = await opened.stream(`SELECT ${row} FROM ${FILE}`, [path])
        for (;;) {
          const chunk = await result.fetchChunk()
          if (!chunk || chunk.rowCount === 0) return undefined
          yield chunk.getColumnValues(0).map(String)
        }
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

function isTimestamp({ type }: ParquetColumn): boolean {
  return /^TIMESTAMP(?:_\w+)?$/.test(type)
}

/** Columns of timestamps that are all at midnight are dates: some libraries have no type of dates. */
async function midnightColumns(
  connection: DuckDBConnection,
  path: string,
  columns: readonly ParquetColumn[],
): Promise<ReadonlySet<string>> {
  const timestamps = columns.filter(isTimestamp)
  const found = new Set<string>()
  for (let start = 0; start < timestamps.length; start += MIDNIGHTS_AT_ONCE) {
    const asked = timestamps.slice(start, start + MIDNIGHTS_AT_ONCE)
    const all = asked.map(({ sqlName }) => `bool_and(${quoted(sqlName)}::TIMESTAMP::TIME = TIME '00:00:00')`)
    const result = await connection.runAndReadAll(`SELECT ${all.join(', ')} FROM ${FILE}`, [path])
    const [answers = []] = result.getRowsJson()
    for (const [place, { sqlName }] of asked.entries()) if (answers[place] === true) found.add(sqlName)
  }
  return found
}

/** A whole number that the file keeps as DOUBLE has no ".0": its type is that of a column with missing values. */
function textOf(column: ParquetColumn, dates: ReadonlySet<string>): string {
  const value = quoted(column.sqlName)
  if (column.type === 'VARCHAR') return `replace(${value}, chr(31), chr(0))`
  if (column.type === 'DOUBLE' || column.type === 'FLOAT') return `regexp_replace(${value}::VARCHAR, '\\.0$', '')`
  return dates.has(column.sqlName) ? `${value}::DATE::VARCHAR` : `${value}::VARCHAR`
}
