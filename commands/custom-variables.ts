import type { Getter } from 'jotai'
import type { CommandContext } from '#command-kit/context.ts'
import { action, route, type RouteParams, type Subject } from '#command-kit/declaration.ts'
import { namesIn, variableNamesOf } from '#commands/arguments.ts'
import type { NewCustomVariable } from '#domain/custom-variables/custom-variables.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'custom-variables.show': Nothing
    'custom-variable.new-downcode': NewCustomVariable
    'custom-variable.new-two': NewCustomVariable
    'custom-variable.new-many': NewCustomVariable
    'custom-variable.new-score': NewCustomVariable
    'custom-variable.start-from': { variableName: string }
    'custom-variable.combine-versions': { variableNames: readonly string[] }
    'custom-variable.copy': { variableName: string; projectId: number }
  }
}

const toTarget = ({ variableNames, from, areVersions = false, isEdit = false }: NewCustomVariable) => ({
  query: {
    variables: variableNames?.join(','),
    from,
    versions: areVersions ? '1' : undefined,
    edit: isEdit ? '1' : undefined,
  },
})

function fromTarget(_params: RouteParams, query: URLSearchParams): NewCustomVariable {
  const variableNames = namesIn(query.get('variables'))
  const from = query.get('from') ?? ''
  return {
    ...(variableNames.length > 0 && { variableNames }),
    ...(from !== '' && { from }),
    ...(query.get('versions') === '1' && { areVersions: true }),
    ...(query.get('edit') === '1' && { isEdit: true }),
  }
}

const headingOf = (title: string) => (_get: Getter, args: NewCustomVariable | null) =>
  args?.isEdit && args.from ? `Edit ${args.from}` : title

/** The selected variables, or the pane's, become the first sources. */
const sources =
  (most: number) =>
  (subjects: readonly Subject[]): NewCustomVariable => {
    const names = variableNamesOf(subjects).slice(0, most)
    return names.length === 0 ? {} : { variableNames: names }
  }

/** Lazy: the first screen does not need them. */
const loadUseCases = () => import('#features/custom-variables/use-cases.ts')

/** Opens the builder of a custom variable, to edit it or to start another from it. */
export async function openBuilder({ call, run }: CommandContext, args: NewCustomVariable & { readonly from: string }) {
  const { findStart } = await loadUseCases()
  const start = await findStart(call, args.from)
  if (!start.ok) return start
  if (start.value === 'downcode') await run({ id: 'custom-variable.new-downcode', args })
  else if (start.value === 'score') await run({ id: 'custom-variable.new-score', args })
  else if (start.value === 'merge') await run({ id: 'custom-variable.new-two', args })
  else await run({ id: 'custom-variable.new-many', args })
  return undefined
}

const loadBuilders = () => import('#features/custom-variables/screens/builder-screen.tsx')

export const customVariableCommands = {
  'custom-variables.show': route<'custom-variables.show'>({
    path: '/clinical-constructs/all',
    screen: () => import('#features/custom-variables/screens/custom-variables-screen.tsx'),
    chapter: 'custom-variables',
    title: 'Custom Variables',
    section: 'Custom variables',
    keywords: ['constructs', 'downcode', 'combine', 'derived', 'list'],
    help: 'The variables of this project that are derived from others.',
    keys: [{ seq: 'g x', scope: 'global' }],
    places: [
      { location: 'header', order: 2 },
      { location: 'dashboard', order: 2 },
    ],
    toTarget: () => ({}),
    fromTarget: () => ({}),
  }),
  'custom-variable.new-downcode': route<'custom-variable.new-downcode'>({
    path: '/clinical-constructs/downcode',
    up: 'custom-variables.show',
    screen: async () => ({ default: (await loadBuilders()).DowncodeScreen }),
    chapter: 'downcode',
    title: 'New Downcode',
    heading: headingOf('New Downcode'),
    section: 'Custom variables',
    keywords: ['recode', 'derive', 'create', 'construct'],
    help: 'Recode the answers to one variable into fewer values.',
    keys: [{ seq: 'n d', scope: 'global' }],
    ask: {
      variableNames: {
        kind: 'variable',
        prompt: 'Downcode which variable?',
        optional: true,
        fromPanes: 'suggest',
        isList: true,
      },
    },
    argsFromPane: sources(1),
    toTarget,
    fromTarget,
  }),
  'custom-variable.new-two': route<'custom-variable.new-two'>({
    path: '/clinical-constructs/two-vars',
    up: 'custom-variables.show',
    screen: async () => ({ default: (await loadBuilders()).TwoVariablesScreen }),
    chapter: 'two-variables',
    title: 'New Combine: Two Variables',
    heading: headingOf('Combine Two Variables'),
    section: 'Custom variables',
    keywords: ['merge', 'cross', 'table', 'derive', 'create', 'construct'],
    help: 'Assign a value to each combination of two variables.',
    keys: [{ seq: 'n t', scope: 'global' }],
    argsFromPane: sources(2),
    toTarget,
    fromTarget,
  }),
  'custom-variable.new-many': route<'custom-variable.new-many'>({
    path: '/clinical-constructs/multi',
    up: 'custom-variables.show',
    screen: async () => ({ default: (await loadBuilders()).ManyVariablesScreen }),
    chapter: 'many-variables',
    title: 'New Combine: Many Variables',
    heading: headingOf('Combine Many Variables'),
    section: 'Custom variables',
    keywords: ['multiple', 'derive', 'create', 'construct'],
    help: 'Define each value by conditions on any number of variables.',
    keys: [{ seq: 'n m', scope: 'global' }],
    argsFromPane: sources(Infinity),
    toTarget,
    fromTarget,
  }),
  'custom-variable.new-score': route<'custom-variable.new-score'>({
    path: '/clinical-constructs/score',
    up: 'custom-variables.show',
    screen: () => import('#features/custom-variables/score/score-screen.tsx'),
    chapter: 'score',
    title: 'New Score',
    heading: headingOf('New Score'),
    section: 'Custom variables',
    keywords: ['sum', 'mean', 'formula', 'years', 'derive', 'create', 'construct'],
    help: 'Compute a number, such as a sum, from the answers to several variables.',
    keys: [{ seq: 'n r', scope: 'global' }],
    visible: ({ capabilities }) => capabilities.includes('scores'),
    argsFromPane: sources(Infinity),
    toTarget,
    fromTarget,
  }),
  'custom-variable.start-from': action<'custom-variable.start-from'>({
    title: 'Start from a custom variable',
    section: 'Custom variables',
    keywords: ['duplicate', 'template', 'change', 'edit', 'construct'],
    help: 'Creates a custom variable from the definition of another.',
    ask: { variableName: { kind: 'variable', prompt: 'Start from which custom variable?' } },
    run: (context, { variableName }) => openBuilder(context, { from: variableName }),
  }),
  'custom-variable.combine-versions': action<'custom-variable.combine-versions'>({
    title: 'Combine versions of a question',
    section: 'Custom variables',
    keywords: ['merge', 'harmonize', 'same question', 'forms', 'construct'],
    help: 'Combines the answers in several forms, with one value for each meaning.',
    available: ({ workspace }, { variableNames = [] }) =>
      variableNames.length > 1 ||
      (workspace.paneAction('custom-variable.combine-versions')?.available ?? {
        because: 'Available on the page of a category that several forms ask.',
      }),
    run: async ({ run }, { variableNames }) => {
      await run({ id: 'custom-variable.new-many', args: { variableNames, areVersions: true } })
    },
  }),
  'custom-variable.copy': action<'custom-variable.copy'>({
    title: 'Copy a custom variable to a project',
    section: 'Custom variables',
    keywords: ['duplicate', 'share', 'construct'],
    help: 'Creates a copy of a custom variable in another project, with a new name.',
    ask: {
      variableName: { kind: 'variable', prompt: 'Copy which custom variable?' },
      projectId: { kind: 'project', prompt: 'Into which project?', fromPanes: 'suggest' },
    },
    run: async ({ call, store, toast }, { variableName, projectId }) => {
      const { copyCustomVariable } = await loadUseCases()
      const copied = await copyCustomVariable({ call, store }, variableName, projectId)
      if (!copied.ok) return copied
      toast.success(`Copied as ${copied.value}.`)
      return undefined
    },
  }),
}
