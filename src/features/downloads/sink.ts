/** Temporary storage of a file until it is complete. */
export interface Sink {
  readonly write: (piece: Uint8Array<ArrayBuffer>) => Promise<void>
  /** The whole file; it stays on disk. */
  readonly finish: () => Promise<File>
  /** Deletes the file. */
  readonly discard: () => Promise<void>
}

const FOLDER = 'downloads'

/**
 * A file in the browser's storage for this site (OPFS), on disk. So a page can show progress, cancel, and report errors
 * without holding the file in memory. Null without OPFS (a private window, a page without TLS); the browser then
 * downloads directly.
 */
export async function openSink(): Promise<Sink | null> {
  try {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle(FOLDER, { create: true })
    await removeAbandoned(folder)
    const name = crypto.randomUUID()
    const release = await hold(name)
    const handle = await folder.getFileHandle(name, { create: true })
    const writable = await handle.createWritable()
    return {
      write: (piece) => writable.write(piece),
      finish: async () => {
        await writable.close()
        return handle.getFile()
      },
      discard: async () => {
        await writable.abort().catch(() => undefined)
        await folder.removeEntry(name).catch(() => undefined)
        release()
      },
    }
  } catch {
    return null
  }
}

/** Holds a lock, so that other tabs do not delete the file as abandoned; the browser releases it with the page. */
function hold(name: string): Promise<() => void> {
  return new Promise((resolve) => {
    void navigator.locks.request(lockOf(name), () => new Promise<void>((release) => resolve(release)))
  })
}

/** Deletes files of pages that were closed. */
async function removeAbandoned(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of folder.keys()) {
    await navigator.locks.request(lockOf(name), { ifAvailable: true }, async (lock) => {
      if (lock) await folder.removeEntry(name).catch(() => undefined)
    })
  }
}

function lockOf(name: string): string {
  return `download ${name}`
}
