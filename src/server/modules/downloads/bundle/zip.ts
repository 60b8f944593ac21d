import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { SUMS_FILE, sumsText } from '#domain/checksums.ts'

/** A file of an archive that was written. */
export interface WrittenFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** A file of an archive, created lazily, when the files before it are written. */
export interface ZipEntry {
  readonly name: string
  readonly content: (before: readonly WrittenFile[]) => AsyncGenerator<Uint8Array, undefined>
  /** Already compressed: stored as it is. */
  readonly isStored?: boolean
}

/** The best level that keeps up with the database. */
const COMPRESSION_LEVEL = 1

/**
 * A streamed zip archive, no file buffered as a whole; the last file has the SHA-256 checksums. Ending the generator
 * stops all sources.
 */
export async function* zipOf(entries: readonly ZipEntry[], madeAt: Date): AsyncGenerator<Uint8Array, undefined> {
  const zip = new ZipFile()
  const written: WrittenFile[] = []
  const opened: { readonly content: AsyncGenerator<Uint8Array, undefined>; readonly source: Readable }[] = []
  const output = zip.outputStream.pipe(new PassThrough())
  const pieces: AsyncIterable<Uint8Array> = output
  zip.on('error', (error: Error) => output.destroy(error))
  const add = (entry: ZipEntry) => {
    const options = { mtime: madeAt, compressionLevel: entry.isStored === true ? 0 : COMPRESSION_LEVEL }
    zip.addReadStreamLazy(entry.name, options, (give) => {
      if (output.destroyed) return
      const content = entry.content(written)
      const source = Readable.from(content, { objectMode: false })
      opened.push({ content, source })
      // An unhandled error event would end the process.
      source.once('error', (error) => output.destroy(error))
      give(null, source)
    })
  }
  try {
    for (const entry of entries) add({ ...entry, content: () => summed(entry, written) })
    add({ name: SUMS_FILE, content: () => bytesOf(sumsText(written)) })
    zip.end()
    yield* pieces
  } finally {
    output.destroy()
    for (const { content, source } of opened) {
      source.destroy()
      await content.return(undefined).catch(() => undefined)
    }
  }
}

export async function* bytesOf(text: string | Promise<string>): AsyncGenerator<Uint8Array, undefined> {
  yield new TextEncoder().encode(await text)
}

export async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  yield bytes
}

async function* summed({ name, content }: ZipEntry, written: WrittenFile[]): AsyncGenerator<Uint8Array, undefined> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of content(written)) {
    hash.update(piece)
    bytes += piece.byteLength
    yield piece
  }
  written.push({ name, bytes, sha256: hash.digest('hex') })
}
