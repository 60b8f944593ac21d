import type { Endpoint, ErrorIssue } from '#contract/endpoint.ts'
import type { Named } from '#contract/shapes/wire-names.ts'

/** A failed call: an expected outcome, not an exception. */
export interface Failure {
  readonly ok: false
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** Status text, server message and context sentence (spec section 8). */
  readonly message: string
  /** The server's own message, or null; a toast falls back to the context sentence. */
  readonly serverMessage: string | null
  readonly context: string
  readonly issues: readonly ErrorIssue[]
  /** The user cancelled the request. */
  readonly isGivenUp?: true
}

export type Result<Value> = { readonly ok: true; readonly value: Value } | Failure

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Statuses without a toast because the caller handles them; 'all' for a background call. */
  readonly silent?: readonly number[] | 'all'
  /** The sentence of a failure in place of the endpoint's, asked when the call has failed. */
  readonly context?: () => string | undefined
}

/** Calls an endpoint; rejects only if aborted. Names are camelCase. */
export type Call = <Request, Answer>(
  endpoint: Endpoint<Request, unknown, Answer>,
  request: NoInfer<Named<Request>>,
  options?: CallOptions,
) => Promise<Result<Named<Answer>>>

/** The same with the API's names. */
export type WireCall = <Request, Answer>(
  endpoint: Endpoint<Request, unknown, Answer>,
  request: NoInfer<Request>,
  options?: CallOptions,
) => Promise<Result<Answer>>

/** Sends bytes to an endpoint, everything else as its query; rejects only if aborted. */
export type SendBytes = <Request, Answer>(
  endpoint: Endpoint<Request, unknown, Answer>,
  request: NoInfer<Named<Request>>,
  bytes: Blob,
  options: { readonly signal: AbortSignal },
) => Promise<Result<Named<Answer>>>

/** Opens a file of the back end for reading; rejects only if aborted. */
export type OpenFile = <Request>(
  endpoint: Endpoint<Request, unknown, unknown>,
  request: NoInfer<Named<Request>>,
  options: { readonly signal: AbortSignal },
) => Promise<Result<ReadableStream<Uint8Array<ArrayBuffer>>>>

/** A failed call as an exception, as the query cache requires. */
export class ApiError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'ApiError'
    this.failure = failure
  }
}

/** Why a request failed; null if it succeeded. */
export function failureOf(result: Result<unknown>): string | null {
  return result.ok ? null : result.message
}
