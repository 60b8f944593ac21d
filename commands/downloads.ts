import { isOffered } from '#contract/endpoint.ts'
import { downloadBundle } from '#contract/downloads.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { action, route, type Availability } from '#command-kit/declaration.ts'
import { NO_COLLECTIONS } from '#domain/messages.ts'
import { idIn, textOf } from '#commands/arguments.ts'
import { isOver, isUnderWay, jobsFor } from '#features/downloads/jobs.ts'

/** Users with no collections cannot download (spec section 6). */
const mayDownload = ({ user }: CommandContext): Availability =>
  user === null || user.isAdmin || user.collections.length > 0 || { because: NO_COLLECTIONS }

/** Loaded when a command runs: the first screen does not need them. */
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
    visible: ({ capabilities }) => isOffered(downloadBundle, capabilities),
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
    help: 'Ends the latest download that is under way.',
    available: ({ store }, { jobId }) =>
      jobsFor(store, isUnderWay, jobId) !== undefined || { because: 'No download is under way.' },
    run: async ({ store }, { jobId }) => (await loadUseCases()).cancelDownload(store, jobId),
    examples: [{}],
  }),
  'download.retry': action<'download.retry'>({
    title: 'Retry download',
    section: 'Downloads',
    keywords: ['again', 'repeat', 'file'],
    help: 'Fetches anew the latest download that failed or was cancelled.',
    available: ({ store }, { jobId }) =>
      jobsFor(store, isOver, jobId) !== undefined || { because: 'No download failed or was cancelled.' },
    run: async ({ store }, { jobId }) => (await loadUseCases()).retryDownload(store, jobId),
    examples: [{}],
  }),
}
