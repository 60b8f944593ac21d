import { countedTransaction, limitedBy, type Connection, type Database } from '#server/platform/db/database.ts'

const lastWrites = new WeakMap<Database, Promise<unknown>>()
const closed = new WeakSet<Database>()

/**
 * A transaction under the write lock, first come, first served: no two requests change the same rows at once. An import
 * holds the lock only while it stores parsed rows.
 */
export function withWriteLock<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
  signal: AbortSignal | null = null,
): Promise<Result> {
  if (closed.has(database)) return Promise.reject(new Error('The server is stopping.'))
  const before = lastWrites.get(database) ?? Promise.resolve()
  const write = before
    .catch(() => undefined)
    .then(() =>
      database.withLockedConnection((leased) => countedTransaction(database, limitedBy(leased, signal), work)),
    )
  lastWrites.set(database, write)
  return write
}

/** Refuses further writes; resolves when the running ones have ended. */
export async function endWrites(database: Database): Promise<void> {
  closed.add(database)
  await lastWrites.get(database)?.catch(() => undefined)
}

/** SQLSTATE codes of unique violation and serialization failure. */
const CODES = new Set(['23505', '40001'])
const MESSAGES = /duplicate key|write-write conflict|Transaction conflict|Conflict on/i

/** Whether a transaction failed because of a concurrent one. */
export function isWriteConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && CODES.has(String(error.code))) || MESSAGES.test(error.message)
}

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
      async (tx) => {
        result = { value: await work(tx) }
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
