import type { Failure } from '#api/result.ts'

/** A failed call as an exception, for the query cache, which knows failures only as such. */
export class ApiError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'ApiError'
    this.failure = failure
  }
}
