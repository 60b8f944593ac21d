import { isOffered } from '#contract/endpoint.ts'
import { variableDictionary } from '#contract/dictionary.ts'
import { action } from '#command-kit/declaration.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { saveDictionary } from '#features/definitions/save-dictionary.ts'

const available = ({ capabilities }: CommandContext) =>
  isOffered(variableDictionary, capabilities) || { because: 'This back end does not write data dictionaries.' }

const common = { section: 'Definitions', available } as const
const ask = { variableSetId: { kind: 'variable-set', prompt: 'The dictionary of which variable set?' } } as const
const keywords = ['export', 'codebook', 'definitions', 'questions', 'codes']

/** Data dictionaries as files; what they say imports again to the same catalog. */
export const dictionaryCommands = {
  'catalog.save-redcap': action<'catalog.save-redcap'>({
    ...common,
    title: 'Save the catalog’s dictionary for REDCap',
    keywords: [...keywords, 'csv'],
    help: 'A REDCap data dictionary (CSV) of all variables.',
    run: async () => saveDictionary({ format: 'redcap' }),
    examples: [{}],
  }),
  'catalog.save-bids': action<'catalog.save-bids'>({
    ...common,
    title: 'Save the catalog’s dictionary as BIDS sidecar',
    keywords: [...keywords, 'json'],
    help: 'A BIDS sidecar (JSON) of all variables.',
    run: async () => saveDictionary({ format: 'bids' }),
    examples: [{}],
  }),
  'variable-set.save-redcap': action<'variable-set.save-redcap'>({
    ...common,
    title: 'Save a set’s dictionary for REDCap',
    keywords: [...keywords, 'csv'],
    help: 'A REDCap data dictionary (CSV) of the variables of a set.',
    ask,
    run: async (_context, { variableSetId }) => saveDictionary({ format: 'redcap', variableSetId }),
    examples: [{ variableSetId: 7 }],
  }),
  'variable-set.save-bids': action<'variable-set.save-bids'>({
    ...common,
    title: 'Save a set’s dictionary as BIDS sidecar',
    keywords: [...keywords, 'json'],
    help: 'A BIDS sidecar (JSON) of the variables of a set.',
    ask,
    run: async (_context, { variableSetId }) => saveDictionary({ format: 'bids', variableSetId }),
    examples: [{ variableSetId: 7 }],
  }),
}
