import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { Use } from '#contract/shapes/shapes-of-extensions.ts'
import { listNamed, optionalId } from '#contract/shapes/values.ts'
import { UNABLE_TO_GET_USES } from '#domain/messages.ts'

export const usage = endpoint({
  method: 'GET',
  path: '/usage',
  summary: 'The objects based on a cohort, custom variable, variable set or project.',
  capability: 'usage',
  input: v.object({ cohortid: optionalId, constructid: optionalId, varsetid: optionalId, projectid: optionalId }),
  answer: listNamed('data', Use),
  failure: () => UNABLE_TO_GET_USES,
})
