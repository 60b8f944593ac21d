import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorIssue } from '#contract/errors.ts'
import type { Named } from '#contract/wire-names.ts'

/** A call that did not succeed, for whatever reason; an expected outcome, not an exception. */
export interface Failure {
  readonly ok: false
  /** HTTP status; 0 where no answer came. */
  readonly status: number
  /** Status text, server message and context sentence, as spec section 8 composes them. */
  readonly message: string
  /** What the server itself said, or null; a toast shows it, falling back to the context. */
  readonly serverMessage: string | null
  readonly context: string
  readonly issues: readonly ErrorIssue[]
  /** The user ended the waiting. */
  readonly isGivenUp?: true
}

export type Result<Value> = { readonly ok: true; readonly value: Value } | Failure

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Statuses for which no toast is shown since the caller handles them; 'all' for a call in the background. */
  readonly silent?: readonly number[] | 'all'
}

/** Calls an endpoint; rejects only when aborted. Names are camelCase. */
export type Call = <Request, Answer>(
  endpoint: Endpoint<Request, unknown, Answer>,
  request: NoInfer<Named<Request>>,
  options?: CallOptions,
) => Promise<Result<Named<Answer>>>

/** The same with the names of the API. */
export type WireCall = <Request, Answer>(
  endpoint: Endpoint<Request, unknown, Answer>,
  request: NoInfer<Request>,
  options?: CallOptions,
) => Promise<Result<Answer>>

/** Sends bytes to an endpoint, all else as its query; rejects only when aborted. */
export type SendBytes = <Request, Answer>(
  endpoint: Endpoint<Request, unknown, Answer>,
  request: NoInfer<Named<Request>>,
  bytes: Blob,
  options: { readonly signal: AbortSignal },
) => Promise<Result<Named<Answer>>>

/** Opens a file of the back end for reading; rejects only when aborted. */
export type OpenFile = <Request>(
  endpoint: Endpoint<Request, unknown, unknown>,
  request: NoInfer<Named<Request>>,
  options: { readonly signal: AbortSignal },
) => Promise<Result<ReadableStream<Uint8Array<ArrayBuffer>>>>

/** A failed call as an exception, for the query cache, which knows failures only as such. */
export class ApiError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'ApiError'
    this.failure = failure
  }
}
