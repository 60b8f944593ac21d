import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { IMPORT_BYTES_MAX, IMPORT_ROW_BYTES_MAX, IMPORT_TEXT_BYTES_MAX } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { ImportRefused, problemAt } from '#server/modules/imports/source/problem.ts'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
/** Small enough to keep the event loop responsive. */
const CHUNK_BYTES = 64 * 1024

/** Decodes UTF-8 without a byte order mark. Refuses another encoding and names its first line. */
export async function readText(file: string, path: string): Promise<string> {
  if ((await stat(path)).size > IMPORT_TEXT_BYTES_MAX) {
    throw new ImportRefused([problemAt(file, null, `The file is larger than ${megabytes(IMPORT_TEXT_BYTES_MAX)}.`)])
  }
  const bytes = await readFile(path)
  refuseOtherThanUtf8(file, bytes, 1)
  return new TextDecoder('utf-8').decode(bytes)
}

/** Receives the number of bytes read since the last call; an exception ends the reading. */
export type Watch = (bytes: number) => void

/** Blocks of whole lines in UTF-8, so that no file has to fit into memory. */
export async function* readBlocks(
  file: string,
  path: string,
  watch: Watch = () => undefined,
): AsyncGenerator<Buffer, undefined> {
  let rest: Buffer[] = []
  let line = 1
  for await (const chunk of chunksOf(file, path, watch)) {
    const end = endOfLines(chunk)
    if (end > 0) {
      const block = Buffer.concat([...rest, chunk.subarray(0, end)])
      refuseOtherThanUtf8(file, block, line)
      yield block
      line += lineEnds(block)
      rest = []
    }
    rest.push(chunk.subarray(end))
    if (rest.length * CHUNK_BYTES > IMPORT_ROW_BYTES_MAX) {
      throw new ImportRefused([problemAt(file, line, `The line is longer than ${megabytes(IMPORT_ROW_BYTES_MAX)}.`)])
    }
  }
  const last = Buffer.concat(rest)
  refuseOtherThanUtf8(file, last, line)
  yield last
}

/** The chunks of a file; one that ends in .gz is decompressed. `watch` receives the bytes of the file itself. */
async function* chunksOf(file: string, path: string, watch: Watch): AsyncGenerator<Buffer, undefined> {
  if (!/\.gz$/i.test(file)) {
    yield* storedChunks(path, watch)
    return
  }
  let bytes = 0
  try {
    // A failure also ends the last stream, which throws it.
    for await (const chunk of pipeline(storedChunks(path, watch), createGunzip(), () => undefined)) {
      if (!Buffer.isBuffer(chunk)) continue
      bytes += chunk.length
      if (bytes > IMPORT_BYTES_MAX) {
        throw new ImportRefused([problemAt(file, null, `The file holds more than ${megabytes(IMPORT_BYTES_MAX)}.`)])
      }
      yield chunk
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error
    throw new ImportRefused([problemAt(file, null, 'This is not a whole gzip file: compress it once more.')])
  }
}

async function* storedChunks(path: string, watch: Watch): AsyncGenerator<Buffer, undefined> {
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    if (!Buffer.isBuffer(chunk)) continue
    watch(chunk.length)
    yield chunk
  }
}

/** A size for messages. */
export function megabytes(bytes: number): string {
  return `${formatCount(bytes / (1024 * 1024))} MB`
}

function endOfLines(chunk: Buffer): number {
  const lineFeed = chunk.lastIndexOf(LINE_FEED)
  return (lineFeed === -1 ? chunk.lastIndexOf(CARRIAGE_RETURN) : lineFeed) + 1
}

function lineEnds(block: Buffer): number {
  const end = block.includes(LINE_FEED) ? LINE_FEED : CARRIAGE_RETURN
  let count = 0
  for (let place = block.indexOf(end); place !== -1; place = block.indexOf(end, place + 1)) count++
  return count
}

function refuseOtherThanUtf8(file: string, bytes: Buffer, firstLine: number): void {
  if (isUtf8(bytes)) return
  let line = firstLine
  let start = 0
  while (start < bytes.length) {
    const lineFeed = bytes.indexOf(LINE_FEED, start)
    const end = lineFeed === -1 ? bytes.length : lineFeed
    if (!isUtf8(bytes.subarray(start, end))) break
    start = end + 1
    line++
  }
  throw new ImportRefused([problemAt(file, line, 'This is not UTF-8 text: save it in the encoding UTF-8.')])
}
