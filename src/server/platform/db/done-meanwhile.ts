/** A row that is there already, or was changed by a transaction that ended meanwhile. */
const CODES = new Set(['23505', '40001'])
const SAYINGS = /duplicate key|write-write conflict|Transaction conflict|Conflict on/i

/** Whether a transaction failed since another one did the same at the same time. */
export function isDoneMeanwhile(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && CODES.has(String(error.code))) || SAYINGS.test(error.message)
}
