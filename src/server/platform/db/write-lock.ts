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
  const own = before
    .catch(() => undefined)
    .then(() =>
      database.withLockedConnection((leased) => countedTransaction(database, limitedBy(leased, signal), work)),
    )
  lastWrites.set(database, own)
  return own
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
