import type { CommandContext } from '#command-kit/context.ts'
import { action, route, type Availability } from '#command-kit/declaration.ts'
import { idIn, textOf } from '#commands/arguments.ts'
import { isOffered } from '#contract/endpoint.ts'
import { NO_COLLECTIONS } from '#domain/messages.ts'
import { isOver, isUnderWay, jobsFor } from '#features/downloads/jobs.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'download.new': { cohortId?: number; variableSetId?: number }
    'download-files.show': Nothing
    'download-file.show': { fileId: string }
    /** The file of the focused pane by default. */
    'download-file.make-again': { fileId?: string }
    'download-file.copy-citation': { fileId?: string; form?: 'text' | 'bibtex' }
    'download.bundle': { cohortId: number; variableSetId: number; codes?: 'codes' | 'labels' }
    'download.syntax': {
      cohortId: number
      variableSetId: number
      codes?: 'codes' | 'labels'
      dates?: 'whole' | 'parts'
    }
    'download.cancel': { jobId?: string }
    'download.retry': { jobId?: string }
    'catalog.save-redcap': Nothing
    'catalog.save-bids': Nothing
    'variable-set.save-redcap': { variableSetId: number }
    'variable-set.save-bids': { variableSetId: number }
  }
}

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
    keywords: ['csv', 'dl', 'export', 'file', 'save'],
    help: 'A variable set for a cohort as a CSV file.',
    keys: [{ seq: 'g l', scope: 'global' }],
    places: [
      { location: 'header', order: 6 },
      { location: 'dashboard', order: 6 },
    ],
    ask: {
      cohortId: { kind: 'cohort', prompt: 'Download which cohort?', optional: true, takesLast: true },
      variableSetId: { kind: 'variable-set', prompt: 'Which variable set?', optional: true },
    },
    toTarget: ({ cohortId, variableSetId }) => ({ query: { cohort: textOf(cohortId), set: textOf(variableSetId) } }),
    fromTarget: (_params, query) => {
      const cohortId = idIn(query.get('cohort'))
      const variableSetId = idIn(query.get('set'))
      return { ...(cohortId !== undefined && { cohortId }), ...(variableSetId !== undefined && { variableSetId }) }
    },
  }),
  'download.bundle': action<'download.bundle'>({
    title: 'Download a bundle',
    section: 'Downloads',
    keywords: ['zip', 'parquet', 'dictionary', 'redcap', 'bids', 'plink', 'csv', 'export'],
    help: 'A zip of the rows as CSV and Parquet, with dictionaries and definitions.',
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
  }),
  'download.syntax': action<'download.syntax'>({
    title: 'Save SPSS syntax',
    section: 'Downloads',
    keywords: ['sps', 'labels', 'value labels', 'missing values', 'pspp', 'csv'],
    help: 'Reads the CSV in SPSS, with labels and missing values.',
    visible: ({ capabilities }) => isOffered({ capability: 'csv-forms' }, capabilities),
    available: mayDownload,
    ask: {
      cohortId: { kind: 'cohort', prompt: 'The file of which cohort?' },
      variableSetId: { kind: 'variable-set', prompt: 'Which variable set?' },
    },
    run: async ({ store }, { cohortId, variableSetId, codes = 'codes', dates }) => {
      const { saveSyntax } = await loadUseCases()
      return saveSyntax(store, cohortId, variableSetId, { codes, splitsDates: dates === 'parts' })
    },
  }),
  'download.cancel': action<'download.cancel'>({
    title: 'Cancel download',
    section: 'Downloads',
    keywords: ['stop', 'abort', 'file'],
    help: 'Cancels the latest running download.',
    available: ({ store }, { jobId }) =>
      jobsFor(store, isUnderWay, jobId) !== undefined || { because: 'No download is running.' },
    run: async ({ store }, { jobId }) => (await loadUseCases()).cancelDownload(store, jobId),
  }),
  'download.retry': action<'download.retry'>({
    title: 'Retry download',
    section: 'Downloads',
    keywords: ['again', 'repeat', 'file'],
    help: 'Restarts the latest download that failed or was cancelled.',
    available: ({ store }, { jobId }) =>
      jobsFor(store, isOver, jobId) !== undefined || { because: 'No download failed or was cancelled.' },
    run: async ({ store }, { jobId }) => (await loadUseCases()).retryDownload(store, jobId),
  }),
}

const hasFiles = ({ capabilities }: CommandContext) => isOffered({ capability: 'download-files' }, capabilities)

/** The downloaded file of the focused pane. */
function fileIn({ workspace }: CommandContext): string | null {
  const subject = workspace.subject()
  return subject?.kind === 'download-file' ? String(subject.value) : null
}

const ofFile = {
  visible: hasFiles,
  available: (context: CommandContext, { fileId }: { readonly fileId?: string }): Availability =>
    fileId !== undefined || fileIn(context) !== null || { because: 'There is no downloaded file in this pane.' },
} as const

/** Files that were downloaded. */
export const downloadFileCommands = {
  'download-files.show': route<'download-files.show'>({
    path: '/downloads/files',
    screen: () => import('#features/downloads/screens/files-screen.tsx'),
    chapter: 'download-files',
    title: 'Downloaded files',
    section: 'Go to',
    keywords: ['download', 'again', 'cite', 'citation', 'hash', 'history', 'csv', 'bundle'],
    help: 'Lists the files that you downloaded, to cite them or to download the same again.',
    keys: [{ seq: 'g f', scope: 'global' }],
    visible: hasFiles,
    toTarget: () => ({}),
    fromTarget: () => ({}),
  }),
  'download-file.show': route<'download-file.show'>({
    path: '/downloads/files/:id',
    up: 'download-files.show',
    screen: () => import('#features/downloads/screens/file-screen.tsx'),
    chapter: 'download-file',
    heading: 'Downloaded file',
    title: 'Downloaded file',
    section: 'Downloads',
    help: 'Shows a file that you downloaded: citation, definitions and hash.',
    // Only for a file that is named.
    visible: (context, { fileId }) => hasFiles(context) && fileId !== undefined,
    toTarget: ({ fileId }) => ({ params: { id: fileId } }),
    fromTarget: (params) => (params['id'] === undefined ? null : { fileId: params['id'] }),
    subject: ({ fileId }) => ({ kind: 'download-file', value: fileId }),
  }),
  'download-file.make-again': action<'download-file.make-again'>({
    title: 'Download again',
    section: 'Downloads',
    keywords: ['same', 'repeat', 'reproduce', 'file'],
    help: 'Makes the file in this pane again, with the data release, individuals and definitions of then.',
    ...ofFile,
    run: async (context, args) => {
      const fileId = args.fileId ?? fileIn(context)
      return fileId === null ? undefined : (await loadUseCases()).saveAgain(context.store, fileId)
    },
  }),
  'download-file.copy-citation': action<'download-file.copy-citation'>({
    title: 'Copy citation',
    section: 'Downloads',
    keywords: ['cite', 'bibtex', 'reference', 'paper'],
    help: 'Copies the citation of the file in this pane.',
    ...ofFile,
    run: async (context, { form, ...args }) => {
      const fileId = args.fileId ?? fileIn(context)
      return fileId === null ? undefined : (await loadUseCases()).copyCitation(context.store, fileId, form ?? 'text')
    },
    success: 'Copied.',
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
  }),
  'catalog.save-bids': action<'catalog.save-bids'>({
    ...common,
    title: 'Save the catalog’s dictionary as BIDS sidecar',
    keywords: [...keywords, 'json'],
    help: 'A BIDS sidecar (JSON) of all variables.',
    run: async () => (await loadDictionary()).saveDictionary({ format: 'bids' }),
  }),
  'variable-set.save-redcap': action<'variable-set.save-redcap'>({
    ...common,
    title: 'Save a set’s dictionary for REDCap',
    keywords: [...keywords, 'csv'],
    help: 'A REDCap data dictionary (CSV) of the variables of a set.',
    ask,
    run: async (_context, { variableSetId }) =>
      (await loadDictionary()).saveDictionary({ format: 'redcap', variableSetId }),
  }),
  'variable-set.save-bids': action<'variable-set.save-bids'>({
    ...common,
    title: 'Save a set’s dictionary as BIDS sidecar',
    keywords: [...keywords, 'json'],
    help: 'A BIDS sidecar (JSON) of the variables of a set.',
    ask,
    run: async (_context, { variableSetId }) =>
      (await loadDictionary()).saveDictionary({ format: 'bids', variableSetId }),
  }),
}
