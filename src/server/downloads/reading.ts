import { interruptible } from '#server/storage/interruptible.ts'
import type { Connection, Database } from '#server/storage/database.ts'

/** What a file is read through: a connection of its own, and calls to it that an abort ends. */
export interface Reading {
  readonly connection: Connection
  readonly guarded: <Result>(call: () => Promise<Result>) => Promise<Result>
}

/** Makes the pieces of a file within one transaction, so that all of it is from the same moment. */
export async function* readFor<Piece>(
  database: Database,
  signal: AbortSignal,
  make: (reading: Reading) => AsyncGenerator<Piece, undefined>,
): AsyncGenerator<Piece, undefined> {
  const connection = await database.connect()
  const guarded = <Result>(call: () => Promise<Result>) => interruptible(connection, signal, call)
  try {
    await guarded(() => connection.run('BEGIN TRANSACTION'))
    yield* make({ connection, guarded })
  } finally {
    connection.close()
  }
}
