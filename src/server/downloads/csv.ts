import { csvLine, LINE_END } from '#server/downloads/csv-text.ts'
import { linesOf } from '#server/downloads/lines.ts'
import { readFor, type Reading } from '#server/downloads/reading.ts'
import { downloadColumns, csvStatement, type DownloadTable } from '#server/queries/download-table.ts'
import type { Database } from '#server/storage/database.ts'

/** A download as CSV, piece by piece, in the order of the individuals. */
export function csvOf(
  database: Database,
  table: DownloadTable,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, undefined> {
  return readFor(database, signal, (reading) => csvPieces(reading, table))
}

export async function* csvPieces(reading: Reading, table: DownloadTable): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder()
  yield encoder.encode(csvLine(downloadColumns(table)))
  for await (const lines of linesOf(reading, table, csvStatement)) {
    if (lines.length > 0) yield encoder.encode(lines.join(LINE_END) + LINE_END)
  }
}

/** How many bytes the same download has. */
export async function csvLength(database: Database, table: DownloadTable, signal: AbortSignal): Promise<number> {
  let length = 0
  for await (const chunk of csvOf(database, table, signal)) length += chunk.byteLength
  return length
}
