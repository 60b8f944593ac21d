import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { Use } from '#contract/shapes/shapes-of-extensions.ts'
import { listNamed, optionalId } from '#contract/shapes/values.ts'
import { UNABLE_TO_CHECK_HEALTH, UNABLE_TO_GET_API_DESCRIPTION, UNABLE_TO_GET_USES } from '#domain/messages.ts'

export const usage = endpoint({
  method: 'GET',
  path: '/usage',
  summary: 'The objects based on a cohort, custom variable, variable set or project.',
  capability: 'usage',
  input: v.object({ cohortid: optionalId, constructid: optionalId, varsetid: optionalId, projectid: optionalId }),
  answer: listNamed('data', Use),
  failure: () => UNABLE_TO_GET_USES,
})

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
