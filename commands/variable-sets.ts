import { action, route } from '#command-kit/declaration.ts'
import { idIn, idParam, namesIn, textOf, variableNamesOf } from '#commands/arguments.ts'
import { cohortIdsIn } from '#domain/cohorts/cohorts.ts'
import { namesToAdd, variableSetHeading } from '#features/variable-sets/state.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'variable-sets.show': Nothing
    /** With variables, or with those of a set; for Table 1 of cohorts, or for a download, which follows. */
    'variable-set.new': {
      variableNames?: readonly string[]
      fromSetId?: number
      describedIn?: readonly number[]
      by?: string
      /** The cohort of the download; null if none is chosen yet. */
      downloadOf?: number | null
    }
    'variable-set.duplicate': { variableSetId: number }
    'variable-set.show': { variableSetId: number }
    /** Without variables, the working set. */
    'variable-set.add': { variableSetId: number; variableNames?: readonly string[] }
  }
}

/** A download whose cohort is not chosen yet. */
const NO_COHORT = 'any'

export const variableSetCommands = {
  'variable-sets.show': route<'variable-sets.show'>({
    path: '/variable-sets',
    screen: () => import('#features/variable-sets/screens/variable-sets-screen.tsx'),
    chapter: 'variable-sets',
    title: 'Variable Sets',
    section: 'Variable sets',
    keywords: ['list', 'columns'],
    help: 'All your variable sets.',
    keys: [{ seq: 'g s', scope: 'global' }],
    places: [{ location: 'header', order: 5 }],
    toTarget: () => ({}),
    fromTarget: () => ({}),
  }),
  'variable-set.new': route<'variable-set.new'>({
    path: '/variable-sets/new',
    up: 'variable-sets.show',
    screen: () => import('#features/variable-sets/screens/variable-set-new-screen.tsx'),
    chapter: 'variable-set-new',
    title: 'New Variable Set',
    section: 'Variable sets',
    keywords: ['create', 'columns', 'assemble'],
    help: 'Choose the variables of a download.',
    keys: [{ seq: 'n v', scope: 'global' }],
    places: [{ location: 'dashboard', order: 5 }],
    argsFromPane: (subjects) => {
      const variableNames = subjects.some(({ from }) => from !== undefined) ? [] : variableNamesOf(subjects)
      return variableNames.length === 0 ? {} : { variableNames }
    },
    toTarget: ({ variableNames, fromSetId, describedIn, by, downloadOf }) => ({
      query: {
        variables: variableNames?.join(','),
        from: textOf(fromSetId),
        describe: describedIn?.join(','),
        by,
        download: downloadOf === null ? NO_COHORT : textOf(downloadOf),
      },
    }),
    fromTarget: (_params, query) => {
      const names = namesIn(query.get('variables'))
      const fromSetId = idIn(query.get('from'))
      const describedIn = cohortIdsIn(query.get('describe'))
      const by = query.get('by')
      const download = query.get('download')
      const downloadOf = download === NO_COHORT ? null : idIn(download)
      return {
        ...(names.length > 0 && { variableNames: names }),
        ...(fromSetId !== undefined && { fromSetId }),
        ...(describedIn.length > 0 && { describedIn }),
        ...(by && { by }),
        ...(downloadOf !== undefined && { downloadOf }),
      }
    },
  }),
  'variable-set.show': route<'variable-set.show'>({
    path: '/variable-sets/:id',
    up: 'variable-sets.show',
    screen: () => import('#features/variable-sets/screens/variable-set-screen.tsx'),
    unknown: async () => ({
      default: (await import('#features/variable-sets/screens/variable-set-screen.tsx')).UnknownSet,
    }),
    heading: variableSetHeading,
    chapter: 'variable-set',
    title: (_context, { variableSetId }) =>
      variableSetId === undefined ? 'View Variable Set' : `Variable Set ${variableSetId}`,
    section: 'Variable sets',
    help: 'The variables of a set, in order.',
    keys: [{ seq: 'v s', scope: 'global' }],
    ask: { variableSetId: { kind: 'variable-set', prompt: 'Which variable set?' } },
    toTarget: ({ variableSetId }) => ({ params: { id: textOf(variableSetId) } }),
    fromTarget: (params) => {
      const variableSetId = idParam(params)
      return variableSetId === undefined ? null : { variableSetId }
    },
    subject: ({ variableSetId }) => ({ kind: 'variable-set', value: variableSetId }),
  }),
  'variable-set.duplicate': action<'variable-set.duplicate'>({
    title: 'Duplicate a variable set',
    section: 'Variable sets',
    keywords: ['copy', 'template'],
    help: 'Opens a new variable set with the variables of another.',
    ask: { variableSetId: { kind: 'variable-set', prompt: 'Duplicate which variable set?', fromPanes: 'suggest' } },
    run: async ({ run }, { variableSetId }) => {
      await run({ id: 'variable-set.new', args: { fromSetId: variableSetId } })
    },
  }),
  'variable-set.add': action<'variable-set.add'>({
    title: 'Add to a variable set…',
    section: 'Variable sets',
    keywords: ['append', 'extend', 'existing', 'working set'],
    help: 'Adds the working set to an existing variable set.',
    ask: { variableSetId: { kind: 'variable-set', prompt: 'Add to which variable set?', fromPanes: 'suggest' } },
    available: ({ store }, { variableNames }) =>
      namesToAdd(store, variableNames).length > 0 || { because: 'The working set is empty.' },
    run: async ({ call, store, toast }, { variableSetId, variableNames }) => {
      const { addToVariableSet } = await import('#features/variable-sets/use-cases.ts')
      const added = await addToVariableSet({ call, store }, variableSetId, namesToAdd(store, variableNames))
      if (!added.ok) return added
      toast.success(added.value)
      return undefined
    },
  }),
}
