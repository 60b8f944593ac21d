/** Where a file is kept on disk until it is whole. */
export interface Sink {
  readonly write: (piece: Uint8Array<ArrayBuffer>) => Promise<void>
  /** The whole file; it does not pass through memory. */
  readonly finish: () => Promise<File>
  /** Forgets the file. */
  readonly discard: () => Promise<void>
}

const FOLDER = 'downloads'

/**
 * A file in the browser's own storage for this site, which lies on disk: so a page can say how far a download is, end
 * it, and say why it failed, without holding it in memory. Null where the browser offers none (a private window, a page
 * without TLS); there it has to save the file by itself.
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

/** Keeps others from taking the file for abandoned; the browser lets go of it when the page ends. */
function hold(name: string): Promise<() => void> {
  return new Promise((resolve) => {
    void navigator.locks.request(lockOf(name), () => new Promise<void>((release) => resolve(release)))
  })
}

/** Removes what pages left that were closed before. */
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
