import { route } from '#command-kit/declaration.ts'
import { idIn, namesIn, textOf } from '#commands/arguments.ts'
import { cohortIdsIn } from '#domain/cohorts/cohorts.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    /** Cohorts, or one by the values of a variable; variables of a set, or by name. */
    'cohorts.describe': {
      cohortIds?: readonly number[]
      by?: string
      variableSetId?: number
      variableNames?: readonly string[]
    }
  }
}

export const describingCommands = {
  'cohorts.describe': route<'cohorts.describe'>({
    path: '/cohorts/describe',
    up: 'cohorts.show',
    screen: () => import('#features/describing/screens/describe-screen.tsx'),
    chapter: 'describe',
    title: 'Describe cohorts: Table 1',
    section: 'Cohorts',
    keywords: ['table 1', 'baseline characteristics', 'demographics'],
    help: 'Table 1: the answers of cohorts to several variables.',
    keys: [{ seq: 'n 1', scope: 'global' }],
    visible: ({ capabilities }) => capabilities.includes('describe'),
    argsFromPane: ([{ kind, value }]) =>
      kind === 'cohort'
        ? { cohortIds: [Number(value)] }
        : kind === 'variable-set'
          ? { variableSetId: Number(value) }
          : {},
    toTarget: ({ cohortIds, by, variableSetId, variableNames }) => ({
      query: { cohorts: cohortIds?.join(','), by, set: textOf(variableSetId), variables: variableNames?.join(',') },
    }),
    fromTarget: (_params, query) => {
      const cohortIds = cohortIdsIn(query.get('cohorts'))
      const by = query.get('by')
      const variableSetId = idIn(query.get('set'))
      const variableNames = namesIn(query.get('variables'))
      return {
        ...(cohortIds.length > 0 && { cohortIds }),
        ...(by && { by }),
        ...(variableSetId !== undefined && { variableSetId }),
        ...(variableNames.length > 0 && { variableNames }),
      }
    },
  }),
}
