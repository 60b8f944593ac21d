import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { Construct, Variable } from '#contract/shapes/shapes.ts'
import { descriptionSent, id, listNamed, nameSent, optionalId, versionSent } from '#contract/shapes/values.ts'
import {
  FAILED_TO_SAVE_CUSTOM_VARIABLE,
  UNABLE_TO_GET_CUSTOM_VARIABLES,
  unableToDelete,
  unableToGetCustomVariablesOfProject,
} from '#domain/messages.ts'

/** The answer of a saved custom variable. */
export const SavedConstruct = v.object({ constructid: id, variable_name: v.string() })

export const constructList = endpoint({
  method: 'GET',
  path: '/construct/list',
  summary: 'One’s custom variables, or those of a project.',
  input: v.object({ projectid: optionalId }),
  answer: listNamed('custom_vars', Variable),
  failure: ({ projectid }) =>
    projectid ? unableToGetCustomVariablesOfProject(projectid) : UNABLE_TO_GET_CUSTOM_VARIABLES,
})

export const constructInfo = endpoint({
  method: 'GET',
  path: '/construct/info',
  summary: 'A custom variable with its definition.',
  /** The id, or the variable's name. */
  input: v.object({ constructid: v.union([nameSent, v.number()]) }),
  answer: listNamed('custom_vars', Construct),
  failure: () => UNABLE_TO_GET_CUSTOM_VARIABLES,
})

export const constructEdit = endpoint({
  method: 'POST',
  path: '/construct/edit',
  summary: 'Changes a custom variable’s name and description.',
  audit: 'Change a custom variable',
  changes: 'again',
  input: v.object({
    constructid: id,
    name: v.nullish(nameSent),
    description: v.nullish(descriptionSent),
    version: versionSent,
  }),
  answer: v.unknown(),
  failure: () => FAILED_TO_SAVE_CUSTOM_VARIABLE,
})

export const constructCopy = endpoint({
  method: 'POST',
  path: '/construct/copy',
  summary: 'Copies a custom variable to another project.',
  audit: 'Copy a custom variable',
  changes: 'once',
  input: v.object({ constructid: id, projectid: id, name: v.nullish(nameSent) }),
  answer: SavedConstruct,
  failure: () => FAILED_TO_SAVE_CUSTOM_VARIABLE,
})

export const constructDelete = endpoint({
  method: 'DELETE',
  path: '/construct/delete',
  summary: 'Deletes a custom variable that nothing is built on.',
  audit: 'Delete a custom variable',
  changes: 'again',
  input: v.object({ constructid: id }),
  answer: v.unknown(),
  failure: () => unableToDelete('Custom Variable'),
})
