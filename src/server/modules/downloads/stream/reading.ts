import { stepGivingWay, type UntilQuiet } from '#server/modules/downloads/stream/giving-way.ts'
import { statementShares } from '#server/modules/downloads/stream/statement-shares.ts'
import { interruptible } from '#server/platform/db/interruptible.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'

/** A file's own connection, and its abortable queries. */
export interface Reading {
  readonly connection: Connection
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  readonly guarded: <Result>(call: () => Promise<Result>) => Promise<Result>
  /** Limits the memory of concurrent statements. */
  readonly inShare: <Result>(weight: number, work: () => Promise<Result>) => Promise<Result>
}

export async function* readFor<Piece>(
  database: Database,
  signal: AbortSignal,
  make: (reading: Reading) => AsyncGenerator<Piece, undefined>,
  untilQuiet: UntilQuiet = () => Promise.resolve(),
): AsyncGenerator<Piece, undefined> {
  const connection = await database.connect()
  const guarded = <Result>(call: () => Promise<Result>) => interruptible(connection, signal, call)
  const { run } = statementShares(database)
  const inShare: Reading['inShare'] = (weight, work) => run(weight, signal, () => stepGivingWay(work, untilQuiet))
  try {
    await guarded(() => connection.run('BEGIN TRANSACTION'))
    yield* make({ connection, signal, guarded, inShare })
  } finally {
    await connection.abandon()
  }
}
