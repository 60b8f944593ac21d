import { stepGivingWay, type UntilQuiet } from '#server/modules/downloads/stream/giving-way.ts'
import { statementShares } from '#server/modules/downloads/stream/statement-shares.ts'
import { interruptible } from '#server/platform/db/scope.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'

/** What a file is read through: a connection of its own, and calls to it that an abort ends. */
export interface Reading {
  readonly connection: Connection
  /** Aborts when nobody wants the file any more. */
  readonly signal: AbortSignal
  readonly guarded: <Result>(call: () => Promise<Result>) => Promise<Result>
  /** Does what takes memory of the database when there is room for it. */
  readonly inShare: <Result>(weight: number, work: () => Promise<Result>) => Promise<Result>
}

/** Makes the pieces of a file within one transaction, so that all of it is from the same moment. */
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
