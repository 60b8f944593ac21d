import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { UNABLE_TO_GET_API_DESCRIPTION } from '#domain/messages.ts'

/** These calls as an OpenAPI 3.1 document, for programs and people of other places (capability "openapi"). */
export const openApi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  input: v.object({}),
  answer: v.looseObject({ openapi: v.string(), paths: v.record(v.string(), v.unknown()) }),
  failure: () => UNABLE_TO_GET_API_DESCRIPTION,
})
