import { randomUUID } from 'node:crypto'
import { readSync } from 'node:fs'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { DownloadTable } from '#server/engine/downloads/download-table.ts'
import { downloadExtent } from '#server/engine/downloads/extent.ts'
import type { LineShape, LinesPlan, LinesStatement } from '#server/engine/downloads/lines-statement.ts'
import { keyedOrder, type Trace } from '#server/engine/sources/pseudonyms.ts'
import {
  assembledLines,
  lineLengths,
  textRows,
  type TextRows,
} from '#server/modules/downloads/stream/assemble-lines.ts'
import type { DownloadReader } from '#server/modules/downloads/stream/reading.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'

/** Lines in the order of individuals, with the length of each in bytes. */
interface LineBatch {
  readonly pieces: Iterable<Uint8Array>
  readonly lengths: () => readonly number[]
}

const OWNER_ALONE = 0o600
const BYTES_OF_PIECE = 128 * 1024

/**
 * The same lines in an order by key, which is the same for all files of as many lines. They are kept in a scratch file,
 * because the first line to send may be the last that is read.
 */
export async function* keyedLines(
  folder: string,
  trace: Trace,
  batches: AsyncIterable<LineBatch>,
): AsyncGenerator<Uint8Array, undefined> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${randomUUID()}.lines`)
  const file = await open(path, 'wx+', OWNER_ALONE)
  try {
    const ends: number[] = []
    let written = 0
    let end = 0
    for await (const { pieces, lengths } of batches) {
      for (const piece of pieces) written += await writeWhole(file, piece)
      for (const length of lengths()) ends.push((end += length))
    }
    if (written !== end) throw new Error('The lines of a download have other lengths than their rows.')
    const startOf = (line: number) => (line === 0 ? 0 : (ends[line - 1] ?? 0))
    const sizeOf = (line: number) => (ends[line] ?? 0) - startOf(line)
    const order = keyedOrder(trace, ends.length)
    for (let first = 0; first < order.length;) {
      let [next, size] = [first, 0]
      while (next < order.length && size < BYTES_OF_PIECE) size += sizeOf(order[next++] ?? 0)
      const piece = Buffer.alloc(size)
      let offset = 0
      // The system has just written these bytes: reading one by one in threads would take longer.
      for (const line of order.subarray(first, next))
        offset += readSync(file.fd, piece, offset, sizeOf(line), startOf(line))
      yield piece
      first = next
    }
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}

async function writeWhole(file: FileHandle, piece: Uint8Array): Promise<number> {
  for (let offset = 0; offset < piece.byteLength;) offset += (await file.write(piece, offset)).bytesWritten
  return piece.byteLength
}

/** Bytes of lines that are read before they are sent. */
const BATCH_BYTES = 16 * 1024 * 1024
/** Small, for a fast first byte. */
const FIRST_RANGE = 1_024
const RANGE_MIN = 256
/** The memory of a statement grows with its rows. */
const RANGE_MAX = 16_384
/** Maximum growth of a range: later lines may be longer. */
const GROWTH = 8

/** How the lines of a range of individuals are created. */
export interface Lines {
  readonly shape: LineShape
  readonly planOf: (dialect: Dialect, table: DownloadTable, between: readonly [number, number]) => LinesPlan
}

/**
 * The lines of a download in batches, in the order of individuals, or in that of its trace. A batch is read completely before it is sent, so a
 * slow client keeps no statement open.
 */
export async function* linesOf(
  reading: DownloadReader,
  table: DownloadTable,
  { shape, planOf }: Lines,
): AsyncGenerator<Uint8Array, undefined> {
  const batches = batchesOf(reading, table, { shape, planOf })
  if (table.trace) {
    yield* keyedLines(reading.scratchFolder, table.trace, batches)
    return
  }
  // If the client reads fast, no other request would run within a batch.
  const pause = createPause()
  for await (const { pieces } of batches) {
    for (const piece of pieces) {
      yield piece
      await pause()
    }
  }
}

async function* batchesOf(
  reading: DownloadReader,
  table: DownloadTable,
  { shape, planOf }: Lines,
): AsyncGenerator<LineBatch, undefined> {
  const { connection, guarded } = reading
  const { between } = await guarded(() => downloadExtent(connection, table.cohortId, table.reader))
  if (!between) return
  let range = FIRST_RANGE
  for (let first = between[0]; first <= between[1];) {
    const last = Math.min(first + range - 1, between[1])
    const { statements, sources } = planOf(connection.dialect, table, [first, last])
    const parts: TextRows[] = []
    for (const statement of statements) parts.push(await rowsOf(reading, statement))
    yield { pieces: assembledLines(parts, sources, shape), lengths: () => lineLengths(parts, sources, shape) }
    const bytes = parts.reduce((sum, part) => sum + part.bytes.byteLength, 0)
    range = nextRange(range, bytes)
    first = last + 1
  }
}

async function rowsOf(
  { connection, guarded, inMemoryShare }: DownloadReader,
  { statement, csvEnd, weight }: LinesStatement,
): Promise<TextRows> {
  return inMemoryShare(weight, async () => {
    if (csvEnd !== null) return textRows([await guarded(() => connection.csvLines(statement, csvEnd))])
    const parts: (readonly Uint8Array[])[] = []
    const next = await guarded(() => connection.openBytes(statement))
    for (let some = await guarded(next); some !== null; some = await guarded(next)) parts.push(some)
    return textRows(parts)
  })
}

/** Size of the next range, from the bytes of the last one. */
function nextRange(range: number, bytes: number): number {
  const fitting = Math.floor((range * BATCH_BYTES) / Math.max(1, bytes))
  return Math.min(RANGE_MAX, GROWTH * range, Math.max(RANGE_MIN, fitting))
}
