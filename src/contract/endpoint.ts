import type * as v from 'valibot'
import type { Capability } from '#contract/capabilities.ts'

/** The header with the key of a change. */
export const CHANGE_KEY = 'idempotency-key'

/** One call of the API: where it is, what it takes, what it answers, and what to say when it fails. */
export interface Endpoint<Request, Input, Answer> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below the API prefix. A GET's or DELETE's input travels as the query, a POST's as JSON. */
  readonly path: `/${string}`
  /** What a caller may send (Request), and what the server reads it as (Input). The client has only the type. */
  readonly input: v.GenericSchema<Request, Input>
  readonly answer: v.GenericSchema<unknown, Answer>
  /**
   * What it changes. "again": asked twice it comes to the same. "once": asked twice it makes two. Either carries a key
   * of its own (capability "change-keys"), by which a back end tells what it has done already and does not do it again.
   */
  readonly changes?: 'again' | 'once'
  /** Beyond the specification: only back ends that announce the capability have this endpoint. */
  readonly capability?: Capability
  /** The context sentence of spec section 8. */
  readonly failure: (request: Request) => string
}

/**
 * What the OpenAPI document and the audit log say of an endpoint. `endpoint-rows-plugin` removes these properties and
 * `input` from the client's build.
 */
export interface Documentation {
  /** One sentence. */
  readonly summary: string
  /** The label of its entries in the audit log; a row with one can be mounted by `routeForChange`. */
  readonly audit?: string
  /** Media types, where the response is a file. */
  readonly files?: readonly [type: string, ...others: string[]]
  /** The body is bytes, and all else travels as the query. */
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
