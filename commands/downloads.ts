import { action, route } from '#command-kit/declaration.ts'
import { idIn, textOf } from '#commands/arguments.ts'

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
      cohortId: { kind: 'cohort', prompt: 'Download which cohort?', optional: true },
      variableSetId: { kind: 'variable-set', prompt: 'Which variable set?', optional: true },
    },
    toTarget: ({ cohortId, variableSetId }) => ({ query: { cohort: textOf(cohortId), set: textOf(variableSetId) } }),
    fromTarget: (_params, query) => {
      const cohortId = idIn(query.get('cohort'))
      const variableSetId = idIn(query.get('set'))
      return { ...(cohortId !== undefined && { cohortId }), ...(variableSetId !== undefined && { variableSetId }) }
    },
    examples: [{}, { cohortId: 12, variableSetId: 7 }],
  }),
  'download.choose': action<'download.choose'>({
    title: 'Download a cohort…',
    section: 'Downloads',
    keywords: ['csv', 'export'],
    help: 'Asks for a cohort and a variable set, then prepares their file.',
    ask: {
      cohortId: { kind: 'cohort', prompt: 'Download which cohort?' },
      variableSetId: { kind: 'variable-set', prompt: 'Which variable set?' },
    },
    run: async ({ run }, args) => {
      await run({ id: 'download.new', args })
    },
    examples: [{ cohortId: 12, variableSetId: 7 }],
  }),
}
