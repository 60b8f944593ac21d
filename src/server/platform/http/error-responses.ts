import type { ErrorHandler } from 'hono'
import { CostsTooMuch } from '#server/model/nesting.ts'
import { isDiskFull } from '#server/platform/db/data-folder.ts'
import { isOutOfMemory } from '#server/platform/db/duckdb/open.ts'
import { PatternTooSlow } from '#server/platform/db/scope.ts'
import { meaningless, Refusal } from '#server/platform/http/refusal.ts'
import type { Log } from '#server/platform/process/runtime.ts'

const UNAVAILABLE = 503
const UNEXPECTED = 500

export function respondToErrors(log: Log): ErrorHandler {
  return (error, context) => {
    const refusal = refusalOf(error)
    if (refusal !== null) {
      const { message, issues, headers, status } = refusal
      return context.json(issues.length > 0 ? { message, issues } : { message }, status, headers)
    }
    const { method, path } = context.req
    const reason = unavailabilityOf(error)
    if (reason !== null) {
      log.error({ method, path }, reason.logged)
      return context.json({ message: reason.message }, UNAVAILABLE)
    }
    log.error({ method, path, error: describe(error) }, 'unexpected error')
    return context.json({ message: 'The server met an unexpected error.' }, UNEXPECTED)
  }
}

/** The error as a refusal of the request; null for a failure of the server. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof CostsTooMuch) return meaningless(error.message)
  if (isInterrupted(error))
    return new Refusal(UNAVAILABLE, 'The request was ended before its result. Please try again.')
  return error instanceof PatternTooSlow ? meaningless(error.message, 'constraint_values') : null
}

/** The status of the response to an error. */
export function statusOf(error: unknown): number {
  return refusalOf(error)?.status ?? (unavailabilityOf(error) === null ? UNEXPECTED : UNAVAILABLE)
}

/** Why the server could not respond to a request that may succeed later; null for another failure. */
function unavailabilityOf(error: unknown): { readonly message: string; readonly logged: string } | null {
  if (isDiskFull(error)) {
    return {
      message: 'The disk of the server is full. Nothing was saved.',
      logged: 'the disk is full, nothing was saved',
    }
  }
  if (isOutOfMemory(error)) {
    return {
      message: 'This takes more memory than the server has. Please ask for less at once.',
      logged: 'more memory was asked for than there is',
    }
  }
  if (isDatabaseGone(error)) {
    return {
      message: 'The database does not answer at the moment. Please try again.',
      logged: 'the database does not answer',
    }
  }
  return null
}

/** Messages of the database may quote data, so they are cut short. */
function describe(error: Error): { name: string; message: string; stack: string[] } {
  const [firstLine = ''] = error.message.split('\n')
  const stack = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  return { name: error.name, message: firstLine.slice(0, 200), stack: stack.slice(0, 8) }
}

/** Statements end with the request of a caller that is gone, and with the server: no failure. */
function isInterrupted(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message.startsWith('INTERRUPT Error') || ('code' in error && error.code === QUERY_CANCELED)
}

/** Of PostgreSQL. */
const QUERY_CANCELED = '57014'

const CODES = /^(08|57P0)/

const SAYINGS = /ECONNREFUSED|ECONNRESET|EPIPE|ENOENT.*PGSQL|Connection terminated/

/** Whether the database does not answer, or ended what was asked because it stops. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && CODES.test(String(error.code))) || SAYINGS.test(error.message)
}
