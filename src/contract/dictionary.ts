import * as v from 'valibot'
import { UNABLE_TO_GET_VARIABLES } from '#domain/messages.ts'
import { endpoint } from '#contract/endpoint.ts'
import { nameSent, optionalId } from '#contract/shapes/values.ts'

export const DICTIONARY_FORMATS = ['redcap', 'bids'] as const
export type DictionaryFormat = (typeof DICTIONARY_FORMATS)[number]

export const variableDictionary = endpoint({
  method: 'GET',
  path: '/variable/dictionary',
  summary: 'The dictionary of a variable set or of the catalog.',
  capability: 'dictionary',
  files: ['text/csv', 'application/json'],
  input: v.object({
    format: v.picklist(DICTIONARY_FORMATS),
    varsetid: optionalId,
    filename: v.nullish(nameSent),
  }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_GET_VARIABLES,
})
