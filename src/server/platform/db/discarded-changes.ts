import { limitedBy, type Connection, type Database } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'

/** Does changes under the write lock, returns the result and rolls the changes back. */
export async function withDiscardedChanges<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const discarded = new Error('The changes are discarded.')
  let result: { readonly value: Result } | null = null
  try {
    await withWriteLock(
      database,
      async (own) => {
        result = { value: await work(own) }
        throw discarded
      },
      signal,
    )
  } catch (error) {
    if (error !== discarded) throw error
  }
  if (result === null) throw discarded
  return valueOf(result)
}

/** Works with temporary tables and views on a connection of its own, without the write lock. */
export async function withTemporaryTables<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const connection = await database.connect()
  try {
    await connection.run('BEGIN TRANSACTION')
    return await work(limitedBy(connection, signal))
  } finally {
    await connection.abandon()
  }
}

function valueOf<Value>({ value }: { readonly value: Value }): Value {
  return value
}
