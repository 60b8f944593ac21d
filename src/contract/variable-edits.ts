import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { VariableEdit } from '#contract/shapes-of-extensions.ts'
import { descriptionSent, id, listNamed } from '#contract/values.ts'
import { UNABLE_TO_EDIT_VARIABLE, UNABLE_TO_GET_VARIABLE_EDITS } from '#domain/messages.ts'

export const variableEdit = endpoint({
  method: 'POST',
  path: '/variable/edit',
  changes: 'once',
  input: v.object({
    variable_name: v.string(),
    explicit: v.nullish(v.string()),
    question: v.nullish(v.string()),
    implicit: v.nullish(v.string()),
    values: v.nullish(v.record(v.string(), v.string())),
    comment: v.nullish(descriptionSent, ''),
  }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_EDIT_VARIABLE,
})

/** Edits that wait for review and those that were decided, the newest first (capability "edits"). */
export const variableEdits = endpoint({
  method: 'GET',
  path: '/variable/edits',
  input: v.object({ variable_name: v.optional(v.string()) }),
  answer: listNamed('data', VariableEdit),
  failure: () => UNABLE_TO_GET_VARIABLE_EDITS,
})

export const variableEditDecide = endpoint({
  method: 'POST',
  path: '/variable/edits/decide',
  changes: 'once',
  input: v.object({ edit_id: id, approve: v.boolean(), comment: v.nullish(descriptionSent, '') }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_EDIT_VARIABLE,
})
