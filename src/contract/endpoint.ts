import type * as v from 'valibot'

/** The header with the key of a change. */
export const CHANGE_KEY = 'idempotency-key'

/** One call of the API: where it is, what it takes, what it answers, and what to say when it fails. */
export interface Endpoint<Request, Input, Answer> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below the API prefix. A GET's or DELETE's input travels as the query, a POST's as JSON. */
  readonly path: `/${string}`
  /** What a caller may send (Request), and what the server reads it as (Input). */
  readonly input: v.GenericSchema<Request, Input>
  readonly answer: v.GenericSchema<unknown, Answer>
  /**
   * What it changes. "again": asked twice it comes to the same. "once": asked twice it makes two. Either carries a key
   * of its own (capability "change-keys"), by which a back end tells what it has done already and does not do it again.
   */
  readonly changes?: 'again' | 'once'
  /** The context sentence of spec section 8. */
  readonly failure: (request: Request) => string
}

export function endpoint<Request, Input, Answer>(
  row: Endpoint<Request, Input, Answer>,
): Endpoint<Request, Input, Answer> {
  return row
}
