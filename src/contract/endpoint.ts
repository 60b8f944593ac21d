import * as v from 'valibot'
import type { Capability } from '#contract/capabilities.ts'

/** The header of the idempotency key. */
export const CHANGE_KEY = 'idempotency-key'

/** One endpoint of the API: path, request, response, and its context sentence for errors. */
export interface Endpoint<Request, Input, Answer> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Relative to the API prefix. The input of a GET or DELETE is the query string; of a POST, JSON. */
  readonly path: `/${string}`
  /** The caller's type (Request) and the server's parsed type (Input). The client has only the type. */
  readonly input: v.GenericSchema<Request, Input>
  readonly answer: v.GenericSchema<unknown, Answer>
  /**
   * "again": an idempotent change. "once": a repetition creates a second item. Both carry an idempotency key
   * (capability "change-keys"), by which a back end recognises a repetition.
   */
  readonly changes?: 'again' | 'once'
  /** Beyond the specification: present only in back ends that announce the capability. */
  readonly capability?: Capability
  /** The context sentence of spec section 8. */
  readonly failure: (request: Request) => string
}

/** An endpoint's entries in the OpenAPI document and the audit log. */
export interface Documentation {
  /** One sentence. */
  readonly summary: string
  /** The label of its audit entries; an endpoint with a label can be mounted by `routeForChange`. */
  readonly audit?: string
  /** Media types of a file response. */
  readonly files?: readonly [type: string, ...others: string[]]
  /** The body is bytes; everything else is in the query. */
  readonly takesBytes?: true
  /** Open to anonymous users. */
  readonly isOpen?: true
}

type Described = Documentation & { readonly capability?: Capability }

// @__NO_SIDE_EFFECTS__
export function endpoint<Request, Input, Answer, Row extends Described>(
  row: Endpoint<Request, Input, Answer> & Row,
): Endpoint<Request, Input, Answer> & Pick<Row, Extract<keyof Row, keyof Described>> {
  return row
}

/** Whether a back end with these capabilities has the endpoint. */
export function isOffered(
  { capability }: Pick<Endpoint<never, unknown, unknown>, 'capability'>,
  capabilities: readonly string[],
): boolean {
  return capability === undefined || capabilities.includes(capability)
}

/** The body of every error response. */
export const ErrorBody = v.object({
  message: v.nullish(v.string(), ''),
  issues: v.nullish(v.array(v.object({ path: v.string(), message: v.string() })), []),
})
export type ErrorBody = v.InferOutput<typeof ErrorBody>
export type ErrorIssue = ErrorBody['issues'][number]
