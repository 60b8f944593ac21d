import * as v from 'valibot'
import type { Failure } from '#api/result.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'
import { toWire, type Named } from '#contract/wire-names.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { errorText } from '#domain/messages.ts'

/** In place of a status text where no answer came. */
export const NO_ANSWER = 'No answer from the server'
/** The same where nobody waited for it any longer. */
export const TOO_LONG = 'The server takes too long to answer'
/** In place of one where a change was given up before it was sent. */
export const NOT_SENT = 'It was not sent'
/** In place of one where a change was sent, and may have been made without an answer. */
export const OUTCOME_UNKNOWN = 'No answer from the server: it may have been done. Look before you do it again'
/** In place of one where the answer is none that the contract knows. */
export const UNREADABLE_ANSWER = 'The answer of the server could not be read'

/** What a GET or DELETE carries. */
export function queryOf(input: unknown): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of Object.entries(input ?? {})) {
    if (value !== undefined && value !== null) query[name] = String(value)
  }
  return query
}

/** Where the browser itself fetches a file. */
export function addressOf<Request>(
  endpoint: Endpoint<Request, unknown, unknown>,
  request: NoInfer<Named<Request>>,
): string {
  const query = new URLSearchParams(queryOf(toWire<Request>(request)))
  return `${API_PREFIX}${endpoint.path}?${query.toString()}`
}

/** A failure with the text that spec section 8 composes. */
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

/** Whether the back end itself said nothing: no answer came (0), or one of what stands before it. */
export function isUnanswered(status: number): boolean {
  return status === 0 || status === 502 || status === 504
}
