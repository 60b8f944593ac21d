/** SQLSTATE codes of unique violation and serialization failure. */
const CODES = new Set(['23505', '40001'])
const MESSAGES = /duplicate key|write-write conflict|Transaction conflict|Conflict on/i

/** Whether a transaction failed because of a concurrent one. */
export function isWriteConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && CODES.has(String(error.code))) || MESSAGES.test(error.message)
}
