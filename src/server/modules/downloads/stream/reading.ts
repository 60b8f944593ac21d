import { DOWNLOAD_STALL_SECONDS } from '#domain/limits.ts'
import { statementShares } from '#server/modules/downloads/stream/concurrency.ts'
import { scratchFolderOf } from '#server/platform/db/data-folder.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { interruptible, NO_SCOPE } from '#server/platform/db/scope.ts'
import type { Clock } from '#server/platform/process/runtime.ts'

/** A file's own connection, and its abortable queries. */
export interface DownloadReader {
  readonly connection: Connection
  /** For files that are deleted with the download. */
  readonly scratchFolder: string
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  readonly guarded: <Result>(call: () => Promise<Result>) => Promise<Result>
  /** Limits the memory of concurrent statements. */
  readonly inMemoryShare: <Result>(weight: number, work: () => Promise<Result>) => Promise<Result>
}

export async function* readFor<Piece>(
  database: Database,
  signal: AbortSignal,
  make: (reading: DownloadReader) => AsyncGenerator<Piece, undefined>,
  untilIdle: UntilIdle = () => Promise.resolve(),
): AsyncGenerator<Piece, undefined> {
  const connection = await database.connect()
  const guarded = <Result>(call: () => Promise<Result>) => interruptible(connection, { ...NO_SCOPE, signal }, call)
  const { run } = statementShares(database)
  const inMemoryShare: DownloadReader['inMemoryShare'] = (weight, work) =>
    run(weight, signal, () => stepYieldingToCounts(work, untilIdle))
  try {
    await guarded(() => connection.run('BEGIN TRANSACTION'))
    yield* make({ connection, scratchFolder: scratchFolderOf(database.path), signal, guarded, inMemoryShare })
  } finally {
    await connection.abandon()
  }
}

/** Maximum milliseconds to wait before a chunk, so that the download visibly continues. */
const WAIT_MILLISECONDS_MAX = 500

/** Resolves when no count runs, at most after so many milliseconds. */
export type UntilIdle = (atMost: number) => Promise<void>

/** Runs one step of a chunk, then yields to counts for at most the same time. */
async function stepYieldingToCounts<Result>(step: () => Promise<Result>, untilIdle: UntilIdle): Promise<Result> {
  const start = performance.now()
  const result = await step()
  await untilIdle(Math.min(performance.now() - start, WAIT_MILLISECONDS_MAX))
  return result
}

/**
 * Lowers the priority of a download: before each chunk it yields to running counts, for at most as long as the last
 * chunk took.
 */
export async function* yieldingToCounts<Piece>(
  pieces: AsyncGenerator<Piece, undefined>,
  untilIdle: UntilIdle,
): AsyncGenerator<Piece, undefined> {
  let start = performance.now()
  for await (const piece of pieces) {
    const took = performance.now() - start
    yield piece
    await untilIdle(Math.min(took, WAIT_MILLISECONDS_MAX))
    start = performance.now()
  }
}

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
