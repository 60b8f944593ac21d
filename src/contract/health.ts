import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { UNABLE_TO_CHECK_HEALTH } from '#domain/messages.ts'

/** Whether the server can answer, for load balancers and monitors; a 503 where it cannot (capability "health"). */
export const health = endpoint({
  method: 'GET',
  path: '/health',
  input: v.object({}),
  answer: v.object({ status: v.literal('ok') }),
  failure: () => UNABLE_TO_CHECK_HEALTH,
})
