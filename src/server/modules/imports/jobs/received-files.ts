import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isImportPath } from '#domain/imports/import-path.ts'
import { IMPORT_BYTES_MAX, IMPORT_FILES_MAX } from '#domain/limits.ts'
import { scratchFolderOf } from '#server/platform/db/data-folder.ts'
import { conflict, meaningless, Refusal } from '#server/platform/http/refusal.ts'

/** Uploaded files of a data set, in a private folder of the server. */
export interface ReceivedFiles {
  readonly folder: string
  /** Appends a chunk to a file, or creates the file; returns its new size. Chunks are sequential. */
  readonly append: (path: string, offset: number, bytes: Uint8Array) => Promise<number>
  /** Deletes a file; returns whether it existed. */
  readonly delete: (path: string) => Promise<boolean>
  readonly bytes: () => number
  readonly count: () => number
  readonly remove: () => Promise<void>
}

const OWNER_ALONE = 0o700
const OWNER_ALONE_FILE = 0o600

async function write(place: string, bytes: Uint8Array, flags: 'wx' | 'a'): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: OWNER_ALONE })
  const file = await open(place, flags, OWNER_ALONE_FILE)
  try {
    await file.appendFile(bytes)
  } finally {
    await file.close()
  }
}

/** Error codes of an unusable path: a folder is a file, or a name is too long. */
const PATH_ERRORS = ['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']

function refusalOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return PATH_ERRORS.includes(code) ? meaningless('No file can lie there beside the others.', 'path') : error
}

/** Creates the folder beside the database. */
export async function receiveFiles(databasePath: string): Promise<ReceivedFiles> {
  const scratch = scratchFolderOf(databasePath)
  await mkdir(scratch, { recursive: true, mode: OWNER_ALONE })
  const folder = await mkdtemp(join(scratch, 'import-'))
  const sizes = new Map<string, number>()
  let total = 0
  return {
    folder,
    append: async (path, offset, bytes) => {
      if (!isImportPath(path)) throw meaningless('This is no path of a file inside a folder.', 'path')
      const size = sizes.get(path) ?? 0
      if (offset !== size) throw conflict(`The file has ${size} bytes so far.`)
      if (total + bytes.length > IMPORT_BYTES_MAX) throw new Refusal(413, 'These are more than 2 GB.')
      if (!sizes.has(path) && sizes.size >= IMPORT_FILES_MAX) throw new Refusal(413, 'These are too many files.')
      // Set before the write, so that a chunk sent twice concurrently is appended once.
      sizes.set(path, size + bytes.length)
      total += bytes.length
      try {
        await write(join(folder, path), bytes, offset === 0 ? 'wx' : 'a')
      } catch (error) {
        sizes.set(path, size)
        total -= bytes.length
        throw refusalOf(error)
      }
      return size + bytes.length
    },
    delete: async (path) => {
      const size = sizes.get(path)
      if (size === undefined) return false
      await rm(join(folder, path))
      sizes.delete(path)
      total -= size
      return true
    },
    bytes: () => total,
    count: () => sizes.size,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
