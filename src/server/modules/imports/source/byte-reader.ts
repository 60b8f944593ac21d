import { open } from 'node:fs/promises'
import type { Watch } from '#server/modules/imports/source/decode-text.ts'

/** Small enough to keep the event loop responsive while a chunk is worked through. */
const CHUNK_BYTES = 16 * 1024

/** Reads bytes front to back; only a window of them is in memory. */
export interface ByteReader {
  /** The next bytes: at least that many, fewer only at the end. They are valid until the next call. */
  readonly window: (atLeast: number) => Promise<Buffer>
  /** Moves past bytes of the window. */
  readonly advance: (bytes: number) => void
}

/** A file on disk, read front to back. */
export interface BinaryFile extends ByteReader {
  readonly size: number
  /** Bytes read so far. */
  readonly position: () => number
  /** Bytes at a place, fewer at the end of the file; does not move the window. */
  readonly peek: (position: number, length: number) => Promise<Buffer>
  /** Counts bytes that were read by `peek`. */
  readonly watch: Watch
  readonly close: () => Promise<void>
}

/** A reader of the chunks that `next` returns, until it returns null. */
export function createByteReader(next: () => Promise<Buffer | null>): ByteReader {
  let held: Buffer = Buffer.alloc(0)
  let isEnded = false
  return {
    window: async (atLeast) => {
      const parts = [held]
      let length = held.length
      while (length < atLeast && !isEnded) {
        const chunk = await next()
        if (chunk === null) isEnded = true
        else parts.push(chunk)
        length += chunk?.length ?? 0
      }
      if (parts.length > 1) held = Buffer.concat(parts, length)
      return held
    },
    advance: (bytes) => {
      held = held.subarray(bytes)
    },
  }
}

export async function openBinary(path: string, watch: Watch = () => undefined): Promise<BinaryFile> {
  const handle = await open(path, 'r')
  const { size } = await handle.stat()
  const peek: BinaryFile['peek'] = async (position, length) => {
    const room = Buffer.alloc(Math.max(0, Math.min(length, size - position)))
    const { bytesRead } = await handle.read(room, 0, room.length, position)
    return room.subarray(0, bytesRead)
  }
  let [loaded, position] = [0, 0]
  const { window, advance } = createByteReader(async () => {
    const chunk = await peek(loaded, CHUNK_BYTES)
    loaded += chunk.length
    if (chunk.length === 0) return null
    watch(chunk.length)
    return chunk
  })
  return {
    size,
    position: () => position,
    window,
    advance: (bytes) => {
      position += bytes
      advance(bytes)
    },
    peek,
    watch,
    close: () => handle.close(),
  }
}
