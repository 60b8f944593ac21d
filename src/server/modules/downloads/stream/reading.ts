import { stepYieldingToCounts, type UntilIdle } from '#server/modules/downloads/stream/giving-way.ts'
import { statementShares } from '#server/modules/downloads/stream/statement-shares.ts'
import { interruptible } from '#server/platform/db/scope.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'

/** A file's own connection, and its abortable queries. */
export interface DownloadReader {
  readonly connection: Connection
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
  const guarded = <Result>(call: () => Promise<Result>) => interruptible(connection, signal, call)
  const { run } = statementShares(database)
  const inMemoryShare: DownloadReader['inMemoryShare'] = (weight, work) =>
    run(weight, signal, () => stepYieldingToCounts(work, untilIdle))
  try {
    await guarded(() => connection.run('BEGIN TRANSACTION'))
    yield* make({ connection, signal, guarded, inMemoryShare })
  } finally {
    await connection.abandon()
  }
}
