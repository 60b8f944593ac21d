import { assembledLines } from '#server/modules/downloads/stream/assemble-lines.ts'
import type { Reading } from '#server/modules/downloads/stream/reading.ts'
import { textRows, type TextRows } from '#server/modules/downloads/stream/text-rows.ts'
import type { DownloadTable } from '#server/engine/downloads/download-table.ts'
import { downloadExtent } from '#server/engine/downloads/extent.ts'
import type { LineShape, LinesPlan, LinesStatement } from '#server/engine/downloads/lines-statement.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'

/** Bytes of lines that are read before they are sent. */
const BYTES_AT_ONCE = 16 * 1024 * 1024
/** Few, so that the first line is on its way soon. */
const PEOPLE_AT_FIRST = 1_024
const PEOPLE_AT_LEAST = 256
/** What a statement joins grows with it. */
const PEOPLE_AT_MOST = 16_384
/** Ranges grow by so much at most: the next lines may be longer. */
const GROWTH = 8

/** How the lines of a range of individuals are made. */
export interface Lines {
  readonly shape: LineShape
  readonly planOf: (dialect: Dialect, table: DownloadTable, between: readonly [number, number]) => LinesPlan
}

/**
 * The lines of a download, some at a time, in the order of the individuals. What the lines of a range are made of is
 * read to its end before any of them is sent: a client that reads slowly keeps no statement of the database open.
 */
export async function* linesOf(
  reading: Reading,
  table: DownloadTable,
  { shape, planOf }: Lines,
): AsyncGenerator<Uint8Array, undefined> {
  const { connection, guarded } = reading
  const { between } = await guarded(() => downloadExtent(connection, table.cohortId, table.reader))
  if (!between) return
  let people = PEOPLE_AT_FIRST
  for (let first = between[0]; first <= between[1];) {
    const last = Math.min(first + people - 1, between[1])
    const { statements, sources } = planOf(connection.dialect, table, [first, last])
    const parts: TextRows[] = []
    for (const statement of statements) parts.push(await rowsOf(reading, statement))
    yield* assembledLines(parts, sources, shape)
    const bytes = parts.reduce((sum, part) => sum + part.bytes.byteLength, 0)
    people = peopleNext(people, bytes)
    first = last + 1
  }
}

async function rowsOf(
  { connection, guarded, inShare }: Reading,
  { statement, weight }: LinesStatement,
): Promise<TextRows> {
  return inShare(weight, async () => {
    const parts: (readonly Uint8Array[])[] = []
    const next = await guarded(() => connection.openBytes(statement))
    for (let some = await guarded(next); some !== null; some = await guarded(next)) parts.push(some)
    return textRows(parts)
  })
}

/** How many numbers of individuals the next range spans, by the bytes that those of the last one took. */
function peopleNext(people: number, bytes: number): number {
  const fitting = Math.floor((people * BYTES_AT_ONCE) / Math.max(1, bytes))
  return Math.min(PEOPLE_AT_MOST, GROWTH * people, Math.max(PEOPLE_AT_LEAST, fitting))
}
