import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { UNABLE_TO_GET_API_DESCRIPTION } from '#domain/messages.ts'

export const openApi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  summary: 'This document.',
  capability: 'openapi',
  isOpen: true,
  input: v.object({}),
  answer: v.looseObject({ openapi: v.string(), paths: v.record(v.string(), v.unknown()) }),
  failure: () => UNABLE_TO_GET_API_DESCRIPTION,
})
