import { action, route } from '#command-kit/declaration.ts'
import { idIn, idParam, namesIn, optionalIdParam, textOf, variableNamesOf } from '#commands/arguments.ts'
import { cohortIdsIn } from '#domain/cohorts/cohorts.ts'
import { cohortHeading, cohortTitle } from '#features/cohorts/titles.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'cohorts.show': Nothing
    /** With cohorts to compare, or with the number of the pedigree to draw, from 1. */
    'cohort.show': { cohortId: number; compareWith?: readonly number[]; pedigree?: number }
    /** Prefilled with an operator without a value, with a value to equal, with a condition (`conditionText`), or with none. */
    'cohort.new-subset': {
      parentId?: number
      variableName?: string
      operator?: 'VALID'
      equals?: string
      where?: string
    }
    'cohort.new-compound': { cohortId?: number }
    /** New, with a parent and variables; or the definition of a cohort. */
    'cohort.build': {
      cohortId?: number
      parentId?: number
      variableNames?: readonly string[]
      /** The members of all of these cohorts and of none of the others. */
      memberOf?: readonly number[]
      notMemberOf?: readonly number[]
      /** Conditions as text: see `conditionText`. */
      where?: readonly string[]
      /** Strata as text: see `stratumText`. */
      strata?: readonly string[]
      /** All rules as an expression. */
      expression?: string
    }
    'cohort.new-others': { cohortId: number }
    /** As in `cohort.build`. */
    'cohort.add-rule': {
      parentId?: number
      strata?: readonly string[]
      memberOf?: readonly number[]
      notMemberOf?: readonly number[]
      where?: readonly string[]
    }
  }
}

/** Shown for unknown cohort ids. */
export const unknownCohort = () => import('#features/cohorts/screens/unknown-cohort-screen.tsx')

const comparison = () => import('#features/comparing/screens/comparison-screen.tsx')
const pedigreeDrawings = () => import('#features/pedigrees/screens/pedigree-drawings-screen.tsx')

export const cohortCommands = {
  'cohorts.show': route<'cohorts.show'>({
    path: '/cohorts',
    screen: () => import('#features/cohorts/screens/cohorts-screen.tsx'),
    chapter: 'cohorts',
    title: 'Cohorts',
    section: 'Cohorts',
    keywords: ['subsets', 'compound', 'pedigrees', 'list'],
    help: 'Your cohorts of this project, or of all projects, with their sizes.',
    keys: [{ seq: 'g c', scope: 'global' }],
    places: [{ location: 'header', order: 3 }],
    toTarget: () => ({}),
    fromTarget: () => ({}),
  }),
  'cohort.show': route<'cohort.show'>({
    path: '/cohorts/:id',
    up: 'cohorts.show',
    screen: () => import('#features/cohorts/screens/cohort-screen.tsx'),
    otherScreen: ({ cohortId, compareWith = [], pedigree }) =>
      compareWith.some((id) => id !== cohortId) ? comparison : pedigree === undefined ? undefined : pedigreeDrawings,
    unknown: unknownCohort,
    heading: cohortHeading,
    chapter: 'cohort',
    title: (context, { cohortId }) => (cohortId === undefined ? 'View Cohort' : cohortTitle(context, cohortId)),
    section: 'Cohorts',
    keywords: ['size', 'summary', 'lineage'],
    help: 'The size, definition and summary of a cohort.',
    keys: [{ seq: 'v c', scope: 'global' }],
    ask: { cohortId: { kind: 'cohort', prompt: 'Which cohort?' } },
    toTarget: ({ cohortId, compareWith = [], pedigree }) => ({
      params: { id: textOf(cohortId) },
      query: { compare: compareWith.join(','), pedigree: textOf(pedigree) },
    }),
    fromTarget: (params, query) => {
      const cohortId = idParam(params)
      const compareWith = cohortIdsIn(query.get('compare'))
      const pedigree = idIn(query.get('pedigree'))
      return cohortId === undefined
        ? null
        : { cohortId, ...(compareWith.length > 0 && { compareWith }), ...(pedigree !== undefined && { pedigree }) }
    },
    subject: ({ cohortId }) => ({ kind: 'cohort', value: cohortId }),
  }),
  'cohort.new-subset': route<'cohort.new-subset'>({
    path: '/cohorts/subset/:id?',
    up: 'cohorts.show',
    screen: () => import('#features/cohorts/screens/subset-builder-screen.tsx'),
    unknown: unknownCohort,
    chapter: 'subset',
    title: 'New Subset',
    section: 'Cohorts',
    keywords: ['build cohort', 'filter', 'create', 'narrow'],
    help: 'Build a cohort by a condition on a variable.',
    keys: [{ seq: 'n s', scope: 'global' }],
    places: [{ location: 'dashboard', order: 3, title: 'Build Cohort' }],
    ask: {
      parentId: { kind: 'cohort', prompt: 'Subset of which cohort?', optional: true },
      variableName: { kind: 'variable', prompt: 'Filter by which variable?', optional: true },
    },
    toTarget: ({ parentId, variableName, operator, equals, where }) => ({
      params: { id: textOf(parentId) },
      query: { variable: variableName, operator, equals, where },
    }),
    fromTarget: (params, query) => {
      const parentId = optionalIdParam(params)
      if (parentId === null) return null
      const variableName = query.get('variable')
      const equals = query.get('equals')
      const where = query.get('where')
      return {
        ...(parentId !== undefined && { parentId }),
        ...(variableName && { variableName }),
        ...(query.get('operator') === 'VALID' && { operator: 'VALID' as const }),
        ...(equals !== null && equals !== '' && { equals }),
        ...(where && { where }),
      }
    },
  }),
  'cohort.new-compound': route<'cohort.new-compound'>({
    path: '/cohorts/compound/:id?',
    up: 'cohorts.show',
    screen: () => import('#features/cohorts/screens/compound-builder-screen.tsx'),
    unknown: unknownCohort,
    chapter: 'compound',
    title: 'New Compound Set',
    section: 'Cohorts',
    keywords: ['union', 'subtract', 'intersect', 'and', 'or', 'minus', 'create'],
    help: 'Combine two cohorts by union, intersection or difference.',
    keys: [{ seq: 'n c', scope: 'global' }],
    ask: { cohortId: { kind: 'cohort', prompt: 'Start from which cohort?', optional: true } },
    toTarget: ({ cohortId }) => ({ params: { id: textOf(cohortId) } }),
    fromTarget: (params) => {
      const cohortId = optionalIdParam(params)
      return cohortId === null ? null : { ...(cohortId !== undefined && { cohortId }) }
    },
  }),
  'cohort.build': route<'cohort.build'>({
    path: '/cohorts/build/:id?',
    up: 'cohorts.show',
    screen: () => import('#features/rules/screens/rules-builder-screen.tsx'),
    unknown: unknownCohort,
    chapter: 'rules',
    title: 'Build by rules',
    heading: (get, args) =>
      args?.cohortId === undefined ? 'Build by rules' : `Edit ${cohortHeading(get, { cohortId: args.cohortId })}`,
    section: 'Cohorts',
    keywords: ['create', 'build a cohort of these'],
    help: 'Build a cohort by conditions on variables.',
    keys: [{ seq: 'n b', scope: 'global' }],
    ask: { parentId: { kind: 'cohort', prompt: 'Subset of which cohort?', optional: true } },
    argsFromPane: (subjects) => {
      const variableNames = variableNamesOf(subjects)
      return variableNames.length === 0 ? {} : { variableNames }
    },
    toTarget: ({ cohortId, parentId, variableNames, memberOf, notMemberOf, where, strata, expression }) => ({
      params: { id: textOf(cohortId) },
      query: {
        parent: textOf(parentId),
        variables: variableNames?.join(','),
        in: memberOf?.join(','),
        not: notMemberOf?.join(','),
        where,
        stratum: strata,
        rules: expression,
      },
    }),
    fromTarget: (params, query) => {
      const cohortId = optionalIdParam(params)
      const parentId = idIn(query.get('parent'))
      const names = namesIn(query.get('variables'))
      const memberOf = cohortIdsIn(query.get('in'))
      const notMemberOf = cohortIdsIn(query.get('not'))
      const where = query.getAll('where')
      const strata = query.getAll('stratum')
      const expression = query.get('rules')
      return cohortId === null
        ? null
        : {
            ...(cohortId !== undefined && { cohortId }),
            ...(parentId !== undefined && { parentId }),
            ...(names.length > 0 && { variableNames: names }),
            ...(memberOf.length > 0 && { memberOf }),
            ...(notMemberOf.length > 0 && { notMemberOf }),
            ...(where.length > 0 && { where }),
            ...(strata.length > 0 && { strata }),
            ...(expression && { expression }),
          }
    },
  }),
  'cohort.new-others': action<'cohort.new-others'>({
    title: 'Everyone else',
    section: 'Cohorts',
    keywords: ['create', 'complement', 'rest', 'others', 'not in'],
    help: 'Begins the cohort of all individuals who are not in this one.',
    ask: { cohortId: { kind: 'cohort', prompt: 'All but which cohort?' } },
    run: async ({ run }, { cohortId }) => {
      await run({ id: 'cohort.build', args: { notMemberOf: [cohortId] } })
    },
  }),
  'cohort.add-rule': action<'cohort.add-rule'>({
    title: 'Add as a rule',
    section: 'Cohorts',
    help: 'Adds a rule to the rules builder in another pane, or opens one beside.',
    visible: (_, args) => Object.keys(args).length > 0,
    run: async ({ store, toast, run }, args) => {
      const { addToOpenBuilder } = await import('#features/rules/rule-edits.ts')
      if (addToOpenBuilder(store, args)) toast.success('Rule added.')
      else await run({ id: 'cohort.build', args }, 'beside')
    },
  }),
}
