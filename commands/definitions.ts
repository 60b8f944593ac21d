import type { CommandContext } from '#command-kit/context.ts'
import { action, route } from '#command-kit/declaration.ts'
import { openBuilder } from '#commands/custom-variables.ts'
import { paneCommand } from '#commands/pane-command.ts'
import type { Exported } from '#domain/exported.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { isEditable, type Defined } from '#features/definitions/editable-definition.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    /** The pane's cohort by default. */
    'cohort.count-again': { cohortId?: number }
    /** By default of the row under the cursor, or of the pane's subject. */
    'definition.edit': Defined
    'definition.copy': Nothing
    'definition.paste': Nothing
    'definitions.import': Nothing
    'definitions.open-file': Nothing
    'definitions.save': Exported
    'definitions.share': Exported
    'definitions.save-project': Nothing
    'methods.copy': Nothing
  }
}

const NOTHING_TO_COPY = { because: 'There is no cohort, variable set or custom variable in this pane.' }

/** The focused pane's subject, if it can be copied. */
function copied({ workspace }: CommandContext) {
  const subject = workspace.subject()
  if (subject?.kind === 'cohort') return { kind: subject.kind, cohortId: Number(subject.value) } as const
  if (subject?.kind === 'variable-set') return { kind: subject.kind, variableSetId: Number(subject.value) } as const
  if (subject?.kind === 'variable') return { kind: 'custom-variable', variableName: String(subject.value) } as const
  return null
}

/** The focused pane's saved cohort; null without one, or for All Individuals. */
export function savedCohortIn(context: CommandContext): number | null {
  const target = copied(context)
  return target?.kind === 'cohort' && target.cohortId !== ROOT_COHORT_ID ? target.cohortId : null
}

const NOTHING_TO_EDIT = { because: 'There is no cohort or custom variable in this pane.' }

/** The row under the cursor, or the focused pane's subject. */
function edited({ workspace }: CommandContext, args: Defined): Defined | null {
  if (Object.keys(args).length > 0) return args
  const subject = workspace.rows()[0] ?? workspace.subject()
  if (subject?.kind === 'cohort') return { cohortId: Number(subject.value) }
  return subject?.kind === 'variable' ? { variableName: String(subject.value) } : null
}

/** Lazy: the first screen does not need them. */
const loadUseCases = () => import('#features/definitions/use-cases.ts')

/** The selected rows, or the focused pane's subject. */
function exportedOf(context: CommandContext, args: Exported): Exported | null {
  if (Object.keys(args).length > 0) return args
  const subject = copied(context)
  if (subject === null) return null
  if (subject.kind === 'cohort') return { cohortIds: [subject.cohortId] }
  return subject.kind === 'variable-set'
    ? { variableSetIds: [subject.variableSetId] }
    : { variableNames: [subject.variableName] }
}

const exporting = {
  section: 'Definitions',
  available: (context: CommandContext, args: Exported) =>
    context.workspace.paneAction('definitions.save')?.available ??
    (exportedOf(context, args) !== null || NOTHING_TO_COPY),
} as const

/** Lazy, too. */
const loadExchange = () => import('#features/definitions/exchange/use-cases.ts')

export const exchangeCommands = {
  'definitions.import': route<'definitions.import'>({
    path: '/definitions/import',
    screen: () => import('#features/definitions/screens/import-definitions-screen.tsx'),
    chapter: 'exchange',
    title: 'Import definitions',
    section: 'Definitions',
    keywords: ['share', 'json', 'load', 'another server'],
    help: 'Shows definitions of a file, the clipboard or a link, and saves them.',
    toTarget: () => ({}),
    fromTarget: () => ({}),
  }),
  'definitions.open-file': action<'definitions.open-file'>({
    title: 'Open a file of definitions…',
    section: 'Definitions',
    keywords: ['import', 'json'],
    help: 'Reads a file of definitions and shows what the import would save.',
    run: async (context) => (await loadExchange()).openExchangeFile(context),
  }),
  'definitions.save': action<'definitions.save'>({
    ...exporting,
    title: 'Save definitions as a file',
    keywords: ['export', 'json', 'share'],
    help: 'Saves the definitions of the selected rows or this page, with all that they are built on.',
    places: [{ location: 'thing-menu', order: 23 }],
    run: async (context, args) => (await loadExchange()).saveExchange(context, exportedOf(context, args)),
  }),
  'definitions.share': action<'definitions.share'>({
    ...exporting,
    title: 'Copy share link',
    keywords: ['export', 'url', 'definition', 'code'],
    help: 'Copies a link that contains the definitions of the selected rows or of this page.',
    places: [{ location: 'thing-menu', order: 24 }],
    run: async (context, args) => (await loadExchange()).copyShareLink(context, exportedOf(context, args)),
    success: 'Link copied.',
  }),
  'definitions.save-project': action<'definitions.save-project'>({
    title: 'Save all definitions of the project as a file',
    section: 'Definitions',
    keywords: ['export', 'json', 'backup'],
    help: 'Saves all definitions of the current project as a file, without data.',
    run: async (context) => (await loadExchange()).saveExchangeOfProject(context),
  }),
}

export const definitionCommands = {
  'definition.edit': action<'definition.edit'>({
    title: 'Edit definition',
    section: 'Definitions',
    help: 'Opens the rules of a cohort, or the builder of a custom variable, to replace the definition.',
    keywords: ['change', 'rules', 'construct', 'replace', 'edit the definition of a cohort or custom variable'],
    keys: [{ seq: 'Shift+E', scope: 'pane' }],
    visible: ({ capabilities }) => capabilities.includes('rules') || capabilities.includes('construct-replace'),
    available: (context, args) => {
      const thing = edited(context, args)
      return thing === null ? NOTHING_TO_EDIT : isEditable(context, thing)
    },
    run: async (context, args) => {
      const { cohortId, variableName } = edited(context, args) ?? {}
      if (variableName !== undefined) return openBuilder(context, { from: variableName, isEdit: true })
      if (cohortId !== undefined) await context.run({ id: 'cohort.build', args: { cohortId } })
      return undefined
    },
  }),
  'definition.copy': action<'definition.copy'>({
    title: 'Copy definition',
    section: 'Definitions',
    keywords: ['share', 'json', 'lineage', 'export', 'colleague'],
    help: 'Copies the definition of this cohort, set or custom variable, for a colleague to paste.',
    places: [{ location: 'thing-menu', order: 20 }],
    available: (context) => copied(context) !== null || NOTHING_TO_COPY,
    run: async (context) => {
      const subject = copied(context)
      if (subject === null) return undefined
      const { copyDefinition } = await loadUseCases()
      return copyDefinition(context, subject)
    },
    success: 'Definition copied.',
  }),
  'methods.copy': paneCommand('methods.copy', {
    title: 'Copy methods text',
    keywords: ['methods', 'paper', 'STROBE', 'CONSORT', 'citation'],
    help: 'Copies how a cohort was selected, or cohorts were compared: release, rules, numbers.',
    places: [{ location: 'thing-menu', order: 26 }],
    because: 'There is no cohort, comparison or downloaded file in this pane.',
    success: 'Methods text copied.',
  }),
  'cohort.count-again': action<'cohort.count-again'>({
    title: 'Count again',
    section: 'Cohorts',
    keywords: ['refresh', 'reload', 'stale', 'added', 'update', 'recount'],
    help: 'Creates the cohort in this pane again from the current data.',
    places: [{ location: 'thing-menu', order: 22 }],
    available: (context) => savedCohortIn(context) !== null || { because: 'There is no saved cohort in this pane.' },
    run: async (context, args) => {
      const cohortId = args.cohortId ?? savedCohortIn(context)
      if (cohortId === null) return undefined
      const { countAgain } = await loadUseCases()
      const made = await countAgain(context, cohortId, context.project?.projectId)
      if (!made.ok) return made
      const { value } = made
      context.toast.success(value === null ? 'No data were added since: the count stands.' : 'Counted again.')
      if (value?.kind === 'cohort') await context.run({ id: 'cohort.show', args: { cohortId: value.cohortId } })
      return undefined
    },
  }),
  'definition.paste': action<'definition.paste'>({
    title: 'Paste definition',
    section: 'Definitions',
    keywords: ['share', 'json', 'import', 'colleague'],
    help: 'Creates the cohort, set or custom variable of the clipboard; several definitions are shown first.',
    places: [{ location: 'pane-menu', order: 21 }],
    run: async (context) => {
      const { pasteFromClipboard } = await loadUseCases()
      const pasted = await pasteFromClipboard(context, context.project?.projectId)
      if (!pasted.ok) return pasted
      const { value } = pasted
      if (value.kind === 'exchange') {
        await context.run({ id: 'definitions.import', args: {} })
        return undefined
      }
      context.toast.success('Definition pasted.')
      if (value.kind === 'cohort') await context.run({ id: 'cohort.show', args: { cohortId: value.cohortId } })
      else if (value.kind === 'variable-set') {
        await context.run({ id: 'variable-set.show', args: { variableSetId: value.variableSetId } })
      } else await context.run({ id: 'variable.show', args: { variableName: value.variableName } })
      return undefined
    },
  }),
}
