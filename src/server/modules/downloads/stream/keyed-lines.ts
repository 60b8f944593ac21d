import { randomUUID } from 'node:crypto'
import { readSync } from 'node:fs'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { keyedOrder, type Trace } from '#server/engine/sources/pseudonyms.ts'

/** Lines in the order of individuals, with the length of each in bytes. */
export interface LineBatch {
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
      let at = 0
      // The system has just written these bytes: reading one by one in threads would take longer.
      for (const line of order.subarray(first, next)) at += readSync(file.fd, piece, at, sizeOf(line), startOf(line))
      yield piece
      first = next
    }
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}

async function writeWhole(file: FileHandle, piece: Uint8Array): Promise<number> {
  for (let at = 0; at < piece.byteLength;) at += (await file.write(piece, at)).bytesWritten
  return piece.byteLength
}
