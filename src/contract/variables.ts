import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { Variable, VariableHit } from '#contract/shapes.ts'
import { listNamed, optionalId } from '#contract/values.ts'
import { UNABLE_TO_EDIT_VARIABLE, UNABLE_TO_GET_VARIABLE, UNABLE_TO_GET_VARIABLES } from '#domain/messages.ts'

export const variableSearch = endpoint({
  method: 'POST',
  path: '/variable/search',
  input: v.object({ searchstring: v.string(), searchtype: v.literal('question') }),
  answer: listNamed('data', VariableHit),
  failure: () => UNABLE_TO_GET_VARIABLES,
})

export const variableLookup = endpoint({
  method: 'POST',
  path: '/variable/lookup',
  input: v.object({ variable_names: v.array(v.string()), limit_cohortid: optionalId }),
  answer: listNamed('data', Variable),
  failure: ({ variable_names }) => (variable_names.length === 1 ? UNABLE_TO_GET_VARIABLE : UNABLE_TO_GET_VARIABLES),
})

export const variableEdit = endpoint({
  method: 'POST',
  path: '/variable/edit',
  input: v.object({
    variable_name: v.string(),
    explicit: v.nullish(v.string()),
    question: v.nullish(v.string()),
    implicit: v.nullish(v.string()),
    values: v.nullish(v.record(v.string(), v.string())),
    comment: v.nullish(v.string(), ''),
  }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_EDIT_VARIABLE,
})
