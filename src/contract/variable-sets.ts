import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { VariableSet } from '#contract/shapes/shapes.ts'
import {
  descriptionSent,
  id,
  listNamed,
  nameSent,
  namesSent,
  optionalId,
  versionSent,
} from '#contract/shapes/values.ts'
import { VARIABLE_SET_NAMES_MAX } from '#domain/limits.ts'
import {
  UNABLE_TO_GET_VARIABLE_SETS,
  UNABLE_TO_SAVE_VARIABLE_SET,
  unableToDelete,
  unableToGetVariableSetsOfProject,
} from '#domain/messages.ts'

export const variableSetInfo = endpoint({
  method: 'GET',
  path: '/variableset/info',
  summary: 'One’s variable sets, those of a project, or one of them.',
  input: v.object({ projectid: optionalId, varsetid: optionalId }),
  answer: listNamed('variablesets', VariableSet),
  failure: ({ projectid }) => (projectid ? unableToGetVariableSetsOfProject(projectid) : UNABLE_TO_GET_VARIABLE_SETS),
})

export const variableSetNew = endpoint({
  method: 'POST',
  path: '/variableset/new',
  summary: 'Saves a variable set.',
  audit: 'Save a variable set',
  changes: 'once',
  input: v.object({
    name: nameSent,
    description: v.nullish(descriptionSent, ''),
    variables: namesSent(VARIABLE_SET_NAMES_MAX),
    projectid: optionalId,
  }),
  answer: v.object({ id }),
  failure: () => UNABLE_TO_SAVE_VARIABLE_SET,
})

export const variableSetEdit = endpoint({
  method: 'POST',
  path: '/variableset/edit',
  summary: 'Changes a variable set.',
  audit: 'Change a variable set',
  changes: 'again',
  input: v.object({
    varsetid: id,
    name: v.nullish(nameSent),
    description: v.nullish(descriptionSent),
    variables: v.nullish(namesSent(VARIABLE_SET_NAMES_MAX)),
    version: versionSent,
  }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_SAVE_VARIABLE_SET,
})

export const variableSetDelete = endpoint({
  method: 'DELETE',
  path: '/variableset/delete',
  summary: 'Deletes a variable set.',
  audit: 'Delete a variable set',
  changes: 'again',
  input: v.object({ varsetid: id }),
  answer: v.unknown(),
  failure: () => unableToDelete('Variable Set'),
})
