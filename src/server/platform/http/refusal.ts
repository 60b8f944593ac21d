import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorIssue } from '#contract/endpoint.ts'

interface RefusalDetails {
  readonly issues?: readonly ErrorIssue[]
  readonly headers?: Readonly<Record<string, string>>
}

/** A refused request. Thrown anywhere below a route; the message is sent unchanged. */
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

/** The request breaks the contract's schema; `issues` name the fields. */
export function malformed(issues: readonly ErrorIssue[] = []): Refusal {
  return new Refusal(400, 'The request could not be understood.', { issues })
}

/** No session, or an expired one. */
export function notSignedIn(): Refusal {
  return new Refusal(401, 'Please log in.')
}

/** Missing, or owned by another user: both get the same response. */
export function notFound(what: string): Refusal {
  return new Refusal(404, `There is no such ${what}.`)
}

/** Valid by the schema but meaningless; `path` names the field, if there is one. */
export function meaningless(message: string, path?: string): Refusal {
  return new Refusal(422, message, path === undefined ? {} : { issues: [{ path, message }] })
}

export function conflict(message: string): Refusal {
  return new Refusal(409, message)
}
