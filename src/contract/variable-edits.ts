import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { VariableEdit } from '#contract/shapes/shapes-of-extensions.ts'
import { descriptionSent, id, listNamed, nameSent, textSent } from '#contract/shapes/values.ts'
import { UNABLE_TO_EDIT_VARIABLE, UNABLE_TO_GET_VARIABLE_EDITS } from '#domain/messages.ts'

export const variableEdit = endpoint({
  method: 'POST',
  path: '/variable/edit',
  summary: 'Puts an edit of a variable in the queue; for administrators.',
  audit: 'Ask for an edit',
  changes: 'once',
  input: v.object({
    variable_name: nameSent,
    explicit: v.nullish(textSent),
    question: v.nullish(textSent),
    implicit: v.nullish(textSent),
    values: v.nullish(v.record(nameSent, textSent)),
    comment: v.nullish(descriptionSent, ''),
  }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_EDIT_VARIABLE,
})

export const variableEdits = endpoint({
  method: 'GET',
  path: '/variable/edits',
  summary: 'The queue of edits; for administrators.',
  capability: 'edits',
  input: v.object({ variable_name: v.optional(nameSent) }),
  answer: listNamed('data', VariableEdit),
  failure: () => UNABLE_TO_GET_VARIABLE_EDITS,
})

export const variableEditDecide = endpoint({
  method: 'POST',
  path: '/variable/edits/decide',
  summary: 'Approves or rejects an edit; for administrators.',
  audit: 'Decide on an edit',
  capability: 'edits',
  changes: 'once',
  input: v.object({ edit_id: id, approve: v.boolean(), comment: v.nullish(descriptionSent, '') }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_EDIT_VARIABLE,
})
