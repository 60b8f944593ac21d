import { vi } from 'vitest'

/** The private storage and locks of a browser, which jsdom lacks. */
export interface BrowserStorage {
  /** Names of the files in the folder of downloads. */
  readonly fileNames: () => readonly string[]
  /** Adds a file of a page that was closed. */
  readonly leaveFile: (name: string) => void
}

/** Gives the global `navigator` a storage in memory and locks; `vi.unstubAllGlobals` removes them. */
export function stubBrowserStorage(): BrowserStorage {
  const files = new Map<string, BlobPart[]>()
  const held = new Set<string>()
  const folder = {
    keys: () => [...files.keys()],
    removeEntry: async (name: string) => {
      if (!files.delete(name)) throw new DOMException('There is no such file.', 'NotFoundError')
    },
    getFileHandle: async (name: string) => {
      files.set(name, [])
      let isClosed = false
      return {
        getFile: async () => new File(files.get(name) ?? [], name),
        createWritable: async () => ({
          write: async (piece: BlobPart) => void files.get(name)?.push(piece),
          close: async () => {
            isClosed = true
          },
          abort: async () => {
            if (isClosed) throw new TypeError('The stream is closed.')
          },
        }),
      }
    },
  }
  type Held = (lock: { readonly name: string } | null) => unknown
  const locks = {
    request: async (name: string, ...rest: [Held] | [options: { ifAvailable: boolean }, Held]) => {
      const work = rest.length === 1 ? rest[0] : rest[1]
      if (held.has(name)) return work(null)
      held.add(name)
      try {
        return await work({ name })
      } finally {
        held.delete(name)
      }
    },
  }
  const storage = { getDirectory: async () => ({ getDirectoryHandle: async () => folder }) }
  vi.stubGlobal('navigator', { storage, locks })
  return { fileNames: () => [...files.keys()], leaveFile: (name) => void files.set(name, []) }
}
