import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { UNABLE_TO_GET_EXCHANGE_SCHEMA } from '#domain/messages.ts'

export const exchangeSchema = endpoint({
  method: 'GET',
  path: '/exchange/schema',
  summary: 'The JSON Schema of exchanged definitions.',
  capability: 'exchange',
  isOpen: true,
  input: v.object({}),
  answer: v.looseObject({ $schema: v.string() }),
  failure: () => UNABLE_TO_GET_EXCHANGE_SCHEMA,
})
