import { route } from '#command-kit/declaration.ts'
import { idParam, textOf } from '#commands/arguments.ts'

export const pedigreeCommands = {
  'pedigree.new': route<'pedigree.new'>({
    path: '/cohorts/pedigrees/:id?',
    up: 'cohorts.show',
    screen: () => import('#features/cohorts/screens/pedigree-builder-screen.tsx'),
    chapter: 'pedigrees',
    title: 'Ascertain Pedigrees',
    section: 'Cohorts',
    keywords: ['families', 'relatives', 'affected', 'create'],
    help: 'Take in whole families: all relatives, or those with so many affected members.',
    keys: [{ seq: 'n p', scope: 'global' }],
    places: [
      { at: 'header', order: 4 },
      { at: 'dashboard', order: 4 },
    ],
    ask: {
      parentId: { kind: 'cohort', prompt: 'Pedigrees of which cohort?', optional: true },
      variableName: { kind: 'variable', prompt: 'Affected by which variable?', optional: true },
    },
    toTarget: ({ parentId, variableName }) => ({ params: { id: textOf(parentId) }, query: { variable: variableName } }),
    fromTarget: (params, query) => {
      const parentId = idParam(params)
      const variableName = query.get('variable')
      return { ...(parentId !== undefined && { parentId }), ...(variableName && { variableName }) }
    },
    examples: [{}, { parentId: 12 }, { parentId: 12, variableName: 'BIPOLAR' }],
  }),
}
