import { CSV, csvPlan, downloadColumns, type DownloadTable } from '#server/engine/downloads/download-table.ts'
import { linesOf, type Lines } from '#server/modules/downloads/stream/lines.ts'
import { readFor, type DownloadReader, type UntilIdle } from '#server/modules/downloads/stream/reading.ts'
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
  const mark = table.hasByteOrderMark === true ? '\uFEFF' : ''
  yield new TextEncoder().encode(mark + csvLine(downloadColumns(table)))
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

const LINE_END = '\r\n'

/** A cell in RFC 4180: quoted if needed, quotes doubled. */
function csvText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line in RFC 4180, with its line end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvText).join(',') + LINE_END
}

const FIRST_CHUNKS = 2

/** Waits for the first chunks, so that an early error still sets the HTTP status. */
export async function withFirstChunks<Piece>(
  pieces: AsyncGenerator<Piece, undefined>,
): Promise<AsyncGenerator<Piece, undefined>> {
  const first: Piece[] = []
  for (let count = 0; count < FIRST_CHUNKS; count++) {
    const next = await pieces.next()
    if (next.done) break
    first.push(next.value)
  }
  return prepend(first, pieces)
}

async function* prepend<Piece>(
  first: readonly Piece[],
  pieces: AsyncGenerator<Piece, undefined>,
): AsyncGenerator<Piece, undefined> {
  try {
    yield* first
    yield* pieces
  } finally {
    await pieces.return(undefined)
  }
}
