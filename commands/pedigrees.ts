import type { CommandContext } from '#command-kit/context.ts'
import { action, route } from '#command-kit/declaration.ts'
import { optionalIdParam, textOf } from '#commands/arguments.ts'
import { unknownCohort } from '#commands/cohorts.ts'
import { isOffered } from '#contract/endpoint.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'pedigree.new': { parentId?: number; variableName?: string }
    'pedigrees.draw': { cohortId: number }
    'pedigrees.download-fam': { cohortId: number }
    'pedigrees.save-phenopackets': { cohortId: number }
  }
}

/** The focused pane's handler, if it draws the pedigrees of this cohort. */
function drawnIn({ workspace }: CommandContext, cohortId: number | undefined) {
  const isShown = cohortId === undefined || cohortId === workspace.subject()?.value
  return isShown ? workspace.paneAction('pedigrees.save-phenopackets') : undefined
}

export const pedigreeCommands = {
  'pedigree.new': route<'pedigree.new'>({
    path: '/cohorts/pedigrees/:id?',
    up: 'cohorts.show',
    screen: () => import('#features/pedigrees/screens/pedigree-builder-screen.tsx'),
    unknown: unknownCohort,
    chapter: 'pedigrees',
    title: 'Ascertain Pedigrees',
    section: 'Cohorts',
    keywords: ['families', 'relatives', 'affected', 'create'],
    help: 'Select whole families: all relatives, or families by number of affected members.',
    keys: [{ seq: 'n p', scope: 'global' }],
    places: [
      { location: 'header', order: 4 },
      { location: 'dashboard', order: 4 },
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
  }),
  'pedigrees.draw': action<'pedigrees.draw'>({
    title: 'Draw pedigrees',
    section: 'Cohorts',
    keywords: ['families', 'tree', 'diagram', 'relatives'],
    help: 'Draws the completely readable families of a cohort.',
    ask: { cohortId: { kind: 'cohort', prompt: 'Draw the pedigrees of which cohort?' } },
    available: ({ capabilities }) =>
      isOffered({ capability: 'pedigrees' }, capabilities) || { because: 'This back end has no family relations.' },
    run: async ({ run }, { cohortId }) => {
      await run({ id: 'cohort.show', args: { cohortId, pedigree: 1 } })
    },
  }),
  'pedigrees.download-fam': action<'pedigrees.download-fam'>({
    title: 'Download PLINK .fam',
    section: 'Cohorts',
    keywords: ['families', 'export', 'plink', 'trait', 'phenotype'],
    help: 'Saves the pedigrees of a cohort as a PLINK .fam file.',
    ask: { cohortId: { kind: 'cohort', prompt: 'The pedigrees of which cohort?' } },
    available: (context) =>
      context.workspace.paneAction('pedigrees.download-fam')?.available ??
      (isOffered({ capability: 'fam' }, context.capabilities) || {
        because: 'This back end does not write .fam files.',
      }),
    run: async (context, { cohortId }) => {
      const ofScreen = context.workspace.paneAction('pedigrees.download-fam')
      if (ofScreen) return await ofScreen.run()
      const { saveFam } = await import('#features/pedigrees/save-fam.ts')
      saveFam({ cohortId })
    },
  }),
  'pedigrees.save-phenopackets': action<'pedigrees.save-phenopackets'>({
    title: 'Save as Phenopackets',
    section: 'Cohorts',
    keywords: ['families', 'export', 'ga4gh', 'json', 'pedigree', 'exchange'],
    help: 'Saves the pedigrees of a cohort, or the one drawn large, as GA4GH Phenopackets.',
    ask: { cohortId: { kind: 'cohort', prompt: 'The pedigrees of which cohort?' } },
    visible: ({ capabilities }) => isOffered({ capability: 'phenopackets' }, capabilities),
    available: (context, { cohortId }) => drawnIn(context, cohortId)?.available ?? true,
    run: async (context, { cohortId }) => {
      const ofScreen = drawnIn(context, cohortId)
      if (ofScreen) return await ofScreen.run()
      const { savePhenopackets } = await import('#features/pedigrees/save-phenopackets.ts')
      savePhenopackets({ cohortId })
    },
  }),
}
