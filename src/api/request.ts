import * as v from 'valibot'
import type { Failure } from '#api/result.ts'
import { type Endpoint, ErrorBody } from '#contract/endpoint.ts'
import { toWire, type Named } from '#contract/shapes/wire-names.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { errorText } from '#domain/messages.ts'

/** Replaces the status text if no response arrived. */
export const NO_ANSWER = 'No answer from the server'
/** Replaces the status text after a timeout. */
export const TOO_LONG = 'The server takes too long to answer'
/** Replaces the status text of a change cancelled before it was sent. */
export const NOT_SENT = 'It was not sent'
/** Replaces the status text of a change that was sent without a response. */
export const OUTCOME_UNKNOWN = 'The server did not respond. Check whether the change was saved before you retry'
/** Replaces the status text of a response that does not match its schema. */
export const UNREADABLE_ANSWER = 'The response of the server could not be read'

/** The query string of a GET or DELETE. */
export function queryOf(input: unknown): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of Object.entries(input ?? {})) {
    if (value !== undefined && value !== null) query[name] = String(value)
  }
  return query
}

/** For files that the browser itself fetches. */
export function addressOf<Request>(
  endpoint: Endpoint<Request, unknown, unknown>,
  request: NoInfer<Named<Request>>,
): string {
  const query = new URLSearchParams(queryOf(toWire<Request>(request)))
  return `${API_PREFIX}${endpoint.path}?${query.toString()}`
}

/** A failure with the text of spec section 8. */
export function failureOf<Request>(
  endpoint: Endpoint<Request, unknown, unknown>,
  input: Request,
  status: number,
  statusText: string,
  body: unknown,
): Failure {
  const parsed = v.safeParse(ErrorBody, body)
  const serverMessage = parsed.success && parsed.output.message !== '' ? parsed.output.message : null
  const context = endpoint.failure(input)
  return {
    ok: false,
    status,
    message: errorText(statusText, serverMessage, context),
    serverMessage,
    context,
    issues: parsed.success ? parsed.output.issues : [],
  }
}

/** Whether no response of the back end arrived: none at all (0), or one of a proxy. */
export function isUnanswered(status: number): boolean {
  return status === 0 || status === 502 || status === 504
}
