import { DOWNLOAD_STALL_SECONDS } from '#domain/limits.ts'
import type { Clock } from '#server/platform/process/runtime.ts'

const LOOK_EVERY_MILLISECONDS = 1_000

/** Passes chunks on; calls `end` once, if the consumer pauses for DOWNLOAD_STALL_SECONDS. */
export async function* endStalled<Piece>(
  pieces: AsyncGenerator<Piece, undefined>,
  clock: Clock,
  end: (error: Error) => void,
): AsyncGenerator<Piece, undefined> {
  let sentAt: number | null = null
  const timer = setInterval(() => {
    if (sentAt === null || clock() - sentAt < DOWNLOAD_STALL_SECONDS * 1_000) return
    clearInterval(timer)
    end(new Error('Nobody reads the download.'))
  }, LOOK_EVERY_MILLISECONDS)
  try {
    for await (const piece of pieces) {
      sentAt = clock()
      yield piece
      sentAt = null
    }
  } finally {
    clearInterval(timer)
  }
}
