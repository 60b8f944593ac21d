import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorIssue } from '#contract/errors.ts'

interface RefusalDetails {
  readonly issues?: readonly ErrorIssue[]
  readonly headers?: Readonly<Record<string, string>>
}

/** A call that is not answered, and why: thrown anywhere below a route, told to the caller as it stands. */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode
  readonly issues: readonly ErrorIssue[]
  readonly headers: Readonly<Record<string, string>>

  constructor(status: ContentfulStatusCode, message: string, { issues = [], headers = {} }: RefusalDetails = {}) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.issues = issues
    this.headers = headers
  }
}

/** It does not have the form of the contract; `issues` name the fields. */
export function malformed(issues: readonly ErrorIssue[] = []): Refusal {
  return new Refusal(400, 'The request could not be understood.', { issues })
}

/** No session, or one that is over. */
export function notSignedIn(): Refusal {
  return new Refusal(401, 'Please log in.')
}

/** There is none, or it is somebody else's: the two are told alike. */
export function notFound(what: string): Refusal {
  return new Refusal(404, `There is no such ${what}.`)
}

/** Well formed, but it means nothing; `path` names the field where there is one. */
export function meaningless(message: string, path?: string): Refusal {
  return new Refusal(422, message, path === undefined ? {} : { issues: [{ path, message }] })
}

/** It goes against what is there, as a name that is taken. */
export function conflict(message: string): Refusal {
  return new Refusal(409, message)
}
