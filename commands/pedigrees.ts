import { isOffered } from '#contract/endpoint.ts'
import { cohortPedigrees, cohortFam } from '#contract/pedigrees.ts'
import { action, route } from '#command-kit/declaration.ts'
import { optionalIdParam, textOf } from '#commands/arguments.ts'
import { unknownCohort } from '#commands/cohorts.ts'
import { saveFam } from '#features/cohorts/save-fam.ts'

export const pedigreeCommands = {
  'pedigree.new': route<'pedigree.new'>({
    path: '/cohorts/pedigrees/:id?',
    up: 'cohorts.show',
    screen: () => import('#features/cohorts/screens/pedigree-builder-screen.tsx'),
    unknown: unknownCohort,
    chapter: 'pedigrees',
    title: 'Ascertain Pedigrees',
    section: 'Cohorts',
    keywords: ['families', 'relatives', 'affected', 'create'],
    help: 'Take in whole families: all relatives, or families by number of affected members.',
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
      const parentId = optionalIdParam(params)
      if (parentId === null) return null
      const variableName = query.get('variable')
      return { ...(parentId !== undefined && { parentId }), ...(variableName && { variableName }) }
    },
    examples: [{}, { parentId: 12 }, { parentId: 12, variableName: 'BIPOLAR' }],
  }),
  'pedigrees.draw': action<'pedigrees.draw'>({
    title: 'Draw pedigrees',
    section: 'Cohorts',
    keywords: ['families', 'tree', 'diagram', 'relatives'],
    help: 'Draws the families of a cohort that you may read as a whole.',
    ask: { cohortId: { kind: 'cohort', prompt: 'Draw the pedigrees of which cohort?' } },
    available: ({ capabilities }) =>
      isOffered(cohortPedigrees, capabilities) || { because: 'This back end does not tell who is related to whom.' },
    run: async ({ run }, { cohortId }) => {
      await run({ id: 'cohort.show', args: { cohortId, pedigree: 1 } })
    },
    examples: [{ cohortId: 12 }],
  }),
  'pedigrees.download-fam': action<'pedigrees.download-fam'>({
    title: 'Download PLINK .fam',
    section: 'Cohorts',
    keywords: ['families', 'export', 'plink', 'trait', 'phenotype'],
    help: 'Saves the pedigrees of a cohort as a PLINK .fam file.',
    ask: { cohortId: { kind: 'cohort', prompt: 'The pedigrees of which cohort?' } },
    available: (context) =>
      context.workspace.paneAction('pedigrees.download-fam')?.available ??
      (isOffered(cohortFam, context.capabilities) || { because: 'This back end does not write .fam files.' }),
    run: async (context, { cohortId }) => {
      const ofScreen = context.workspace.paneAction('pedigrees.download-fam')
      if (ofScreen) await ofScreen.run()
      else saveFam({ cohortId })
    },
    examples: [{ cohortId: 12 }],
  }),
}
