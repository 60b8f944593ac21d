import { csvLine } from '#server/modules/downloads/stream/csv-text.ts'
import type { UntilQuiet } from '#server/modules/downloads/stream/giving-way.ts'
import { linesOf, type Lines } from '#server/modules/downloads/stream/lines.ts'
import { readFor, type Reading } from '#server/modules/downloads/stream/reading.ts'
import { CSV, csvPlan, downloadColumns, type DownloadTable } from '#server/engine/downloads/download-table.ts'
import type { Database } from '#server/platform/db/database.ts'

const CSV_LINES: Lines = { shape: CSV, planOf: csvPlan }

/** A download as CSV, piece by piece, in the order of the individuals. */
export function csvOf(
  database: Database,
  table: DownloadTable,
  signal: AbortSignal,
  untilQuiet?: UntilQuiet,
): AsyncGenerator<Uint8Array, undefined> {
  return readFor(database, signal, (reading) => csvPieces(reading, table), untilQuiet)
}

/** The file piece by piece, its header first. Ends with an error where the database does. */
export async function* csvPieces(reading: Reading, table: DownloadTable): AsyncGenerator<Uint8Array, undefined> {
  yield new TextEncoder().encode(csvLine(downloadColumns(table)))
  yield* linesOf(reading, table, CSV_LINES)
}

/** How many bytes the same download has. */
export async function csvLength(
  database: Database,
  table: DownloadTable,
  signal: AbortSignal,
  untilQuiet?: UntilQuiet,
): Promise<number> {
  let length = 0
  for await (const chunk of csvOf(database, table, signal, untilQuiet)) length += chunk.byteLength
  return length
}
