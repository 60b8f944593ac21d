const CODES = /^(08|57P0)/
const SAYINGS = /ECONNREFUSED|ECONNRESET|EPIPE|ENOENT.*PGSQL|Connection terminated/

/** Whether the database does not answer, or ended what was asked because it stops. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && CODES.test(String(error.code))) || SAYINGS.test(error.message)
}
