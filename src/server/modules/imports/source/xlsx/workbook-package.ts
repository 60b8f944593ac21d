import { open } from 'node:fs/promises'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { IMPORT_BYTES_MAX } from '#domain/limits.ts'
import { megabytes, type Watch } from '#server/modules/imports/source/decode-text.ts'
import { ImportRefused, problemAt } from '#server/modules/imports/source/problem.ts'

/** The parts of a workbook: the files of a zip archive. */
export interface WorkbookPackage {
  readonly has: (part: string) => boolean
  /** The decompressed bytes of a part. Throws ImportRefused if it is not there, or is larger than `bytesMax`. */
  readonly read: (part: string, bytesMax?: number) => AsyncIterable<Buffer>
  readonly close: () => void
}

const PARTS_MAX = 10_000
/** An encrypted workbook, or one of the old format, is a compound file of Microsoft. */
const COMPOUND_FILE = 'd0cf11e0a1b11ae1'

export async function openWorkbook(
  file: string,
  path: string,
  watch: Watch = () => undefined,
): Promise<WorkbookPackage> {
  const refuse = (text: string): never => {
    throw new ImportRefused([problemAt(file, null, text)])
  }
  if ((await firstBytes(path)) === COMPOUND_FILE) {
    refuse('This workbook is encrypted or an old .xls: save it as .xlsx without a password.')
  }
  const zip = await openPromise(path, { autoClose: false }).catch(() =>
    refuse('This is no .xlsx workbook: it is no zip archive.'),
  )
  try {
    const entries = await entriesOf(zip, refuse)
    const sizes = new Map<string, number>()
    return {
      has: (part) => entries.has(part),
      close: () => zip.close(),
      read: async function* (part, bytesMax = IMPORT_BYTES_MAX) {
        const entry = entries.get(part) ?? refuse(`This workbook is damaged: it has no ${part}.`)
        const { uncompressedSize, compressedSize } = entry
        sizes.set(part, uncompressedSize)
        const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
        // The stream fails if the part is larger than that.
        if (uncompressedSize > bytesMax || total > IMPORT_BYTES_MAX) {
          refuse(`${part} is larger than ${megabytes(uncompressedSize > bytesMax ? bytesMax : IMPORT_BYTES_MAX)}.`)
        }
        if (entry.isEncrypted()) refuse('This workbook is encrypted: save it without a password.')
        for await (const chunk of decompressed(zip, entry, refuse)) {
          watch((chunk.length * compressedSize) / uncompressedSize)
          yield chunk
        }
      },
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function entriesOf(zip: ZipFile, refuse: (text: string) => never): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= PARTS_MAX) refuse(`This workbook has more than ${PARTS_MAX} parts.`)
      if (entries.has(entry.fileName)) refuse(`This workbook is damaged: it has ${entry.fileName} twice.`)
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    if (error instanceof ImportRefused) throw error
    refuse('This workbook is damaged: the list of its parts cannot be read.')
  }
  return entries
}

async function* decompressed(
  zip: ZipFile,
  entry: Entry,
  refuse: (text: string) => never,
): AsyncGenerator<Buffer, undefined> {
  try {
    const chunks: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
    yield* chunks
  } catch {
    refuse(`This workbook is damaged: ${entry.fileName} cannot be decompressed.`)
  }
}

async function firstBytes(path: string): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0)
    return buffer.toString('hex', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
