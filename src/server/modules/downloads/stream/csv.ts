import { csvLine } from '#server/modules/downloads/stream/csv-text.ts'
import type { UntilIdle } from '#server/modules/downloads/stream/giving-way.ts'
import { linesOf, type Lines } from '#server/modules/downloads/stream/lines.ts'
import { readFor, type DownloadReader } from '#server/modules/downloads/stream/reading.ts'
import { CSV, csvPlan, downloadColumns, type DownloadTable } from '#server/engine/downloads/download-table.ts'
import type { Database } from '#server/platform/db/database.ts'

const CSV_LINES: Lines = { shape: CSV, planOf: csvPlan }

/** A download as streamed CSV, in the order of individuals. */
export function csvOf(
  database: Database,
  table: DownloadTable,
  signal: AbortSignal,
  untilIdle?: UntilIdle,
): AsyncGenerator<Uint8Array, undefined> {
  return readFor(database, signal, (reading) => csvPieces(reading, table), untilIdle)
}

/** Header first. Ends with an error where the database fails. */
export async function* csvPieces(reading: DownloadReader, table: DownloadTable): AsyncGenerator<Uint8Array, undefined> {
  yield new TextEncoder().encode(csvLine(downloadColumns(table)))
  yield* linesOf(reading, table, CSV_LINES)
}

export async function csvLength(
  database: Database,
  table: DownloadTable,
  signal: AbortSignal,
  untilIdle?: UntilIdle,
): Promise<number> {
  let length = 0
  for await (const chunk of csvOf(database, table, signal, untilIdle)) length += chunk.byteLength
  return length
}
