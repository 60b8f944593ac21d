import type { CommandContext } from '#command-kit/context.ts'
import { action, link, route, type Availability } from '#command-kit/declaration.ts'
import { idIn, namesIn, textOf } from '#commands/arguments.ts'
import { isOffered } from '#contract/endpoint.ts'
import { variableEdits } from '#contract/variables.ts'
import { cohortIdsIn } from '#domain/cohorts/cohorts.ts'
import { EDIT_APPROVED, EDIT_REJECTED } from '#domain/messages.ts'
import { clearWorkingSet, toggleInWorkingSet, codebookOf } from '#features/variables/use-cases.ts'
import { listOfVariable, variableHeading } from '#features/variables/variable/variable-view.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'variables.search': { text?: string }
    /** Counted in cohorts, beside other variables. */
    'variable.show': { variableName: string; cohortIds?: readonly number[]; compareWith?: readonly string[] }
    'variable.view-details': { variableName: string }
    'variable.plot-against': { variableName: string; otherVariableName: string; cohortId?: number }
    'variable.open-beside': { variableName: string }
    'variable-edit.approve': { editId: number; variableName: string; comment?: string }
    'variable-edit.reject': { editId: number; variableName: string; comment?: string }
    'working-set.toggle': { variableName: string }
    'working-set.clear': Nothing
    /** A codebook's page, or the page of the pane's variable. */
    'codebook.open': { file?: string; page?: string }
  }
}

/** Only on a variable's page, which shows the edit. */
function canDecide({ user, capabilities }: CommandContext, { editId }: { editId?: number }): boolean {
  return user?.isAdmin === true && isOffered(variableEdits, capabilities) && editId !== undefined
}

/** Lazy: the first screen does not need them. */
const loadDecisions = () => import('#features/variables/variable/variable-edit.ts')

const VARIABLE_PATH = '/variables/:id'

export const variableCommands = {
  'variables.search': route<'variables.search'>({
    path: '/variables/all',
    screen: () => import('#features/variables/screens/catalog-screen.tsx'),
    chapter: 'catalog',
    title: 'Variables Catalog',
    section: 'Variables',
    keywords: ['search', 'find', 'question', 'catalog', 'codebook'],
    help: 'Search all variables by name and question.',
    keys: [{ seq: 'g v', scope: 'global' }],
    places: [
      { location: 'header', order: 1 },
      { location: 'dashboard', order: 1 },
    ],
    toTarget: ({ text }) => ({ query: { q: text } }),
    fromTarget: (_params, query) => {
      const text = query.get('q')
      return text === null || text === '' ? {} : { text }
    },
  }),
  'variable.show': route<'variable.show'>({
    path: VARIABLE_PATH,
    up: listOfVariable,
    screen: () => import('#features/variables/screens/variable-screen.tsx'),
    chapter: 'variable',
    title: (_context, { variableName }) => (variableName === undefined ? 'View Variable' : variableName),
    heading: variableHeading,
    section: 'Variables',
    keywords: ['details', 'view', 'distribution', 'codes'],
    help: 'The question, codes and answers of a variable.',
    keys: [{ seq: 'v v', scope: 'global' }],
    ask: { variableName: { kind: 'variable', prompt: 'Which variable?' } },
    toTarget: ({ variableName, cohortIds, compareWith }) => ({
      params: { id: variableName },
      query: { cohort: cohortIds?.join(','), compare: compareWith?.join(',') },
    }),
    fromTarget: (params, query) => {
      const variableName = params['id']
      if (!variableName) return null
      const cohortIds = cohortIdsIn(query.get('cohort'))
      const compareWith = namesIn(query.get('compare')).filter((name) => name !== variableName)
      return {
        variableName,
        ...(cohortIds.length > 0 && { cohortIds }),
        ...(compareWith.length > 0 && { compareWith }),
      }
    },
    subject: ({ variableName }) => ({ kind: 'variable', value: variableName }),
  }),
  'variable.view-details': link<'variable.view-details'>({
    title: 'View Details',
    section: 'Variables',
    keywords: ['variable', 'open', 'tab', 'page'],
    help: 'Opens the page of a variable in a new tab of the browser.',
    ask: { variableName: { kind: 'variable', prompt: 'View the details of which variable?' } },
    url: (_context, { variableName }) => VARIABLE_PATH.replace(':id', encodeURIComponent(variableName)),
  }),
  'variable.plot-against': route<'variable.plot-against'>({
    path: '/variables/:id/against/:other',
    up: 'variables.search',
    screen: () => import('#features/variables/screens/against-screen.tsx'),
    chapter: 'against',
    title: 'Plot a variable against another',
    heading: (_get, args) => (args ? `${args.variableName} against ${args.otherVariableName}` : 'Plot against'),
    section: 'Variables',
    keywords: ['scatter', 'mosaic', 'correlation', 'box plot', 'cross table'],
    help: 'A picture of two variables: mosaic, bins or box plots.',
    keys: [{ seq: 'v a', scope: 'global' }],
    visible: ({ capabilities }) => capabilities.includes('plot-against'),
    ask: {
      variableName: { kind: 'variable', prompt: 'Plot which variable?', fromPanes: 'fill' },
      otherVariableName: { kind: 'variable', prompt: 'Against which variable?', fromPanes: 'suggest' },
    },
    toTarget: ({ variableName, otherVariableName, cohortId }) => ({
      params: { id: variableName, other: otherVariableName },
      query: { cohort: textOf(cohortId) },
    }),
    fromTarget: ({ id, other }, query) => {
      const cohortId = idIn(query.get('cohort'))
      return id && other
        ? { variableName: id, otherVariableName: other, ...(cohortId !== undefined && { cohortId }) }
        : null
    },
    subject: ({ variableName }) => ({ kind: 'variable', value: variableName }),
  }),
  'variable.open-beside': action<'variable.open-beside'>({
    title: 'Open a variable beside',
    section: 'Variables',
    keywords: ['details', 'pane', 'side by side'],
    help: 'Opens the page of a variable in a pane beside this one.',
    ask: { variableName: { kind: 'variable', prompt: 'Open which variable beside?', fromPanes: 'suggest' } },
    run: async ({ run }, { variableName }) => {
      await run({ id: 'variable.show', args: { variableName } }, 'beside')
    },
  }),
  'variable-edit.approve': action<'variable-edit.approve'>({
    title: (_context, { variableName }) => `Approve the edit of ${variableName ?? 'a variable'}`,
    section: 'Variables',
    help: 'Applies the proposed edit of a variable.',
    visible: canDecide,
    run: async (context, args) => (await loadDecisions()).decideEdit(context, args, true),
    success: EDIT_APPROVED,
  }),
  'variable-edit.reject': action<'variable-edit.reject'>({
    title: (_context, { variableName }) => `Reject the edit of ${variableName ?? 'a variable'}`,
    section: 'Variables',
    help: 'Rejects the proposed edit; it stays on record.',
    visible: canDecide,
    run: async (context, args) => (await loadDecisions()).decideEdit(context, args, false),
    success: EDIT_REJECTED,
  }),
  'working-set.toggle': action<'working-set.toggle'>({
    title: (_context, { variableName }) =>
      variableName === undefined ? 'Add a variable to the working set' : `Add ${variableName} to the working set`,
    section: 'Variables',
    keywords: ['collect', 'basket', 'select'],
    help: 'Adds a variable to the working set, or removes it.',
    ask: { variableName: { kind: 'variable', prompt: 'Which variable?' } },
    repeatable: true,
    run: ({ store }, { variableName }) => toggleInWorkingSet(store, variableName),
  }),
  'working-set.clear': action<'working-set.clear'>({
    title: 'Clear the working set',
    section: 'Variables',
    help: 'Removes all variables from the working set.',
    run: ({ store }) => clearWorkingSet(store),
  }),
}

/** Where a page of a codebook is served (spec section 2). */
function codebookAddress(file: string, page: string): string {
  return `/codebooks/${encodeURIComponent(file)}#toolbar=0&page=${page}`
}

type Context = Pick<CommandContext, 'workspace' | 'store'>

function ofPane({ workspace, store }: Context): ReturnType<typeof codebookOf> {
  const subject = workspace.subject()
  return subject?.kind === 'variable' ? codebookOf(store, String(subject.value)) : null
}

function isAvailable(context: Context, { file }: { file?: string }): Availability {
  const page = file === undefined ? ofPane(context) : undefined
  if (file === undefined && page === undefined) return 'pending'
  return page !== null || { because: 'There is no variable with a codebook in this pane.' }
}

export const codebookCommands = {
  'codebook.open': link<'codebook.open'>({
    title: 'Codebook of this variable',
    section: 'Variables',
    keywords: ['pdf', 'form', 'interview', 'page', 'contributor'],
    help: 'Opens the codebook at the page of the variable, in a new tab.',
    keys: [{ seq: 'v b', scope: 'pane' }],
    available: isAvailable,
    url: (context, { file, page }) => {
      const pdfPlace = ofPane(context)
      return codebookAddress(file ?? pdfPlace?.pdfFile ?? '', page ?? pdfPlace?.pdfPage ?? '')
    },
  }),
}
