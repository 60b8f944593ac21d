import { isOffered } from '#contract/endpoint.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { action, route, type Availability } from '#command-kit/declaration.ts'
import { NO_COLLECTIONS } from '#domain/messages.ts'
import { idIn, textOf } from '#commands/arguments.ts'
import { isOver, isUnderWay, jobsFor } from '#features/downloads/jobs.ts'

const mayDownload = ({ user }: CommandContext): Availability =>
  user === null || user.isAdmin || user.collections.length > 0 || { because: NO_COLLECTIONS }

/** Lazy: the first screen does not need them. */
const loadUseCases = () => import('#features/downloads/use-cases.ts')

export const downloadCommands = {
  'download.new': route<'download.new'>({
    path: '/downloads/new',
    screen: () => import('#features/downloads/screens/download-screen.tsx'),
    chapter: 'download',
    title: 'Download Data',
    section: 'Downloads',
    keywords: ['csv', 'export', 'file', 'save'],
    help: 'A variable set for a cohort as a CSV file.',
    keys: [{ seq: 'g l', scope: 'global' }],
    places: [
      { at: 'header', order: 6 },
      { at: 'dashboard', order: 6 },
    ],
    ask: {
      cohortId: { kind: 'cohort', prompt: 'Download which cohort?', optional: 'asked-by-palette' },
      variableSetId: { kind: 'variable-set', prompt: 'Which variable set?', optional: 'asked-by-palette' },
    },
    toTarget: ({ cohortId, variableSetId }) => ({ query: { cohort: textOf(cohortId), set: textOf(variableSetId) } }),
    fromTarget: (_params, query) => {
      const cohortId = idIn(query.get('cohort'))
      const variableSetId = idIn(query.get('set'))
      return { ...(cohortId !== undefined && { cohortId }), ...(variableSetId !== undefined && { variableSetId }) }
    },
    examples: [{}, { cohortId: 12, variableSetId: 7 }],
  }),
  'download.bundle': action<'download.bundle'>({
    title: 'Download a bundle',
    section: 'Downloads',
    keywords: ['zip', 'parquet', 'dictionary', 'redcap', 'bids', 'plink', 'csv', 'export'],
    help: 'A zip of the rows as CSV and Parquet, with dictionaries, definitions, PLINK traits and checksums.',
    visible: ({ capabilities }) => isOffered({ capability: 'bundle' }, capabilities),
    available: mayDownload,
    ask: {
      cohortId: { kind: 'cohort', prompt: 'Download which cohort?' },
      variableSetId: { kind: 'variable-set', prompt: 'Which variable set?' },
    },
    run: async ({ store, run }, { cohortId, variableSetId, codes }) => {
      await run({ id: 'download.new', args: { cohortId, variableSetId } })
      const { saveBundle } = await loadUseCases()
      return saveBundle(store, cohortId, variableSetId, codes ?? 'codes')
    },
    examples: [
      { cohortId: 12, variableSetId: 7 },
      { cohortId: 12, variableSetId: 7, codes: 'labels' },
    ],
  }),
  'download.cancel': action<'download.cancel'>({
    title: 'Cancel download',
    section: 'Downloads',
    keywords: ['stop', 'abort', 'file'],
    help: 'Cancels the latest running download.',
    available: ({ store }, { jobId }) =>
      jobsFor(store, isUnderWay, jobId) !== undefined || { because: 'No download is running.' },
    run: async ({ store }, { jobId }) => (await loadUseCases()).cancelDownload(store, jobId),
    examples: [{}],
  }),
  'download.retry': action<'download.retry'>({
    title: 'Retry download',
    section: 'Downloads',
    keywords: ['again', 'repeat', 'file'],
    help: 'Restarts the latest download that failed or was cancelled.',
    available: ({ store }, { jobId }) =>
      jobsFor(store, isOver, jobId) !== undefined || { because: 'No download failed or was cancelled.' },
    run: async ({ store }, { jobId }) => (await loadUseCases()).retryDownload(store, jobId),
    examples: [{}],
  }),
}

const available = ({ capabilities }: CommandContext) =>
  isOffered({ capability: 'dictionary' }, capabilities) || {
    because: 'This back end does not write data dictionaries.',
  }

const loadDictionary = () => import('#features/definitions/use-cases.ts')

const common = { section: 'Definitions', available } as const
const ask = { variableSetId: { kind: 'variable-set', prompt: 'The dictionary of which variable set?' } } as const
const keywords = ['export', 'codebook', 'definitions', 'questions', 'codes']

/** Downloads of data dictionaries; importing one restores the same catalog. */
export const dictionaryCommands = {
  'catalog.save-redcap': action<'catalog.save-redcap'>({
    ...common,
    title: 'Save the catalog’s dictionary for REDCap',
    keywords: [...keywords, 'csv'],
    help: 'A REDCap data dictionary (CSV) of all variables.',
    run: async () => (await loadDictionary()).saveDictionary({ format: 'redcap' }),
    examples: [{}],
  }),
  'catalog.save-bids': action<'catalog.save-bids'>({
    ...common,
    title: 'Save the catalog’s dictionary as BIDS sidecar',
    keywords: [...keywords, 'json'],
    help: 'A BIDS sidecar (JSON) of all variables.',
    run: async () => (await loadDictionary()).saveDictionary({ format: 'bids' }),
    examples: [{}],
  }),
  'variable-set.save-redcap': action<'variable-set.save-redcap'>({
    ...common,
    title: 'Save a set’s dictionary for REDCap',
    keywords: [...keywords, 'csv'],
    help: 'A REDCap data dictionary (CSV) of the variables of a set.',
    ask,
    run: async (_context, { variableSetId }) =>
      (await loadDictionary()).saveDictionary({ format: 'redcap', variableSetId }),
    examples: [{ variableSetId: 7 }],
  }),
  'variable-set.save-bids': action<'variable-set.save-bids'>({
    ...common,
    title: 'Save a set’s dictionary as BIDS sidecar',
    keywords: [...keywords, 'json'],
    help: 'A BIDS sidecar (JSON) of the variables of a set.',
    ask,
    run: async (_context, { variableSetId }) =>
      (await loadDictionary()).saveDictionary({ format: 'bids', variableSetId }),
    examples: [{ variableSetId: 7 }],
  }),
}
