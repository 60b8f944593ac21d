import type * as v from 'valibot'

/** One call of the API: where it is, what it takes, what it answers, and what to say when it fails. */
export interface Endpoint<Request, Input, Answer> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below the API prefix. A GET's or DELETE's input travels as the query, a POST's as JSON. */
  readonly path: `/${string}`
  /** What a caller may send (Request), and what the server reads it as (Input). */
  readonly input: v.GenericSchema<Request, Input>
  readonly answer: v.GenericSchema<unknown, Answer>
  /** The context sentence of spec section 8. */
  readonly failure: (request: Request) => string
}

export function endpoint<Request, Input, Answer>(
  row: Endpoint<Request, Input, Answer>,
): Endpoint<Request, Input, Answer> {
  return row
}
