import { interruptible } from '#server/downloads/interruptible.ts'
import { downloadColumns, linesStatement, type DownloadTable } from '#server/queries/download-table.ts'
import { downloadExtent } from '#server/queries/downloads.ts'
import type { Connection, Database } from '#server/storage/database.ts'

const LINE_END = '\r\n'
/** Cells of the rows that are sorted and held at once. */
const CELLS_AT_ONCE = 3_000_000
/** Few, so that the first line is on its way soon. */
const ROWS_AT_FIRST = 1_024
const ROWS_AT_LEAST = 2_048
const ROWS_AT_MOST = 32_768
/** Bounds what the database makes ahead of a slow reader. */
const STREAMING_BUFFER = '128KiB'

/**
 * A download as CSV, piece by piece, in the order of the individuals. It runs on a connection of its own, within one
 * transaction, so that all of it is from the same moment.
 */
export async function* csvOf(
  database: Database,
  table: DownloadTable,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder()
  const header = downloadColumns(table).map(csvText).join(',')
  yield encoder.encode(header + LINE_END)
  for await (const lines of linesOf(database, table, signal)) {
    if (lines.length > 0) yield encoder.encode(lines.join(LINE_END) + LINE_END)
  }
}

/** How many bytes the same download has. */
export async function csvLength(database: Database, table: DownloadTable, signal: AbortSignal): Promise<number> {
  let length = 0
  for await (const chunk of csvOf(database, table, signal)) length += chunk.byteLength
  return length
}

async function* linesOf(
  database: Database,
  table: DownloadTable,
  signal: AbortSignal,
): AsyncGenerator<string[], undefined> {
  const connection = await database.connect()
  const guarded = <Result>(call: () => Promise<Result>) => interruptible(connection, signal, call)
  try {
    await guarded(() => connection.run(`SET streaming_buffer_size = '${STREAMING_BUFFER}'`))
    await guarded(() => connection.run('BEGIN TRANSACTION'))
    for (const between of await guarded(() => rangesOf(connection, table))) {
      const { sql, values } = linesStatement(table, between)
      const result = await guarded(() => connection.stream(sql, [...values]))
      for (;;) {
        const chunk = await guarded(() => result.fetchChunk())
        if (!chunk || chunk.rowCount === 0) break
        yield chunk.getColumnValues(0).map(String)
      }
    }
  } finally {
    connection.closeSync()
  }
}

/** Cuts the individuals into ranges that are small enough to be sorted without holding the whole file. */
async function rangesOf(connection: Connection, table: DownloadTable): Promise<[number, number][]> {
  const { between } = await downloadExtent(connection, table.cohortId, table.reader)
  if (!between) return []
  const wanted = Math.ceil(CELLS_AT_ONCE / (table.variables.length + 1))
  const size = Math.min(ROWS_AT_MOST, Math.max(ROWS_AT_LEAST, wanted))
  const ranges: [number, number][] = []
  for (let first = between[0]; first <= between[1];) {
    const last = Math.min(first + (ranges.length === 0 ? ROWS_AT_FIRST : size) - 1, between[1])
    ranges.push([first, last])
    first = last + 1
  }
  return ranges
}

function csvText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
