import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { UNABLE_TO_CHECK_HEALTH } from '#domain/messages.ts'

export const health = endpoint({
  method: 'GET',
  path: '/health',
  summary: 'Whether the server can answer; 503 where it cannot.',
  capability: 'health',
  isOpen: true,
  input: v.object({}),
  answer: v.object({ status: v.literal('ok') }),
  failure: () => UNABLE_TO_CHECK_HEALTH,
})
