import { route } from '#command-kit/declaration.ts'
import { idIn, textOf } from '#commands/arguments.ts'

export const downloadCommands = {
  'download.new': route<'download.new'>({
    path: '/downloads/new',
    screen: () => import('#features/downloads/screens/download-screen.tsx'),
    title: 'Download Data',
    section: 'Downloads',
    keywords: ['csv', 'export', 'file', 'save'],
    help: 'A variable set for a cohort as a CSV file.',
    keys: [{ seq: 'g l', scope: 'global' }],
    places: [
      { at: 'header', order: 5 },
      { at: 'dashboard', order: 6 },
    ],
    toTarget: ({ cohortId, variableSetId }) => ({ query: { cohort: textOf(cohortId), set: textOf(variableSetId) } }),
    fromTarget: (_params, query) => {
      const cohortId = idIn(query.get('cohort'))
      const variableSetId = idIn(query.get('set'))
      return { ...(cohortId !== undefined && { cohortId }), ...(variableSetId !== undefined && { variableSetId }) }
    },
    examples: [{}, { cohortId: 12, variableSetId: 7 }],
  }),
}
