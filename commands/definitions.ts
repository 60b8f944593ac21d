import { action } from '#command-kit/declaration.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'

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
  const of = copied(context)
  return of?.kind === 'cohort' && of.cohortId !== ROOT_COHORT_ID ? of.cohortId : null
}

/** Lazy: the first screen does not need them. */
const loadUseCases = () => import('#features/definitions/use-cases.ts')

export const definitionCommands = {
  'definition.copy': action<'definition.copy'>({
    title: 'Copy definition',
    section: 'Definitions',
    keywords: ['share', 'json', 'lineage', 'export', 'colleague'],
    help: 'Copies the definition of this cohort, set or custom variable, for a colleague to paste.',
    places: [{ at: 'pane-menu', order: 20 }],
    available: (context) =>
      copied(context) !== null || { because: 'There is no cohort, variable set or custom variable in this pane.' },
    run: async (context) => {
      const of = copied(context)
      if (of === null) return undefined
      const { copyDefinition } = await loadUseCases()
      return copyDefinition(context, of)
    },
    success: 'Definition copied.',
    examples: [{}],
  }),
  'cohort.count-again': action<'cohort.count-again'>({
    title: 'Count again',
    section: 'Cohorts',
    keywords: ['refresh', 'stale', 'added', 'update', 'recount'],
    help: 'Creates the cohort in this pane again from the current data.',
    places: [{ at: 'pane-menu', order: 22 }],
    available: (context) => savedCohortIn(context) !== null || { because: 'There is no saved cohort in this pane.' },
    run: async (context, args) => {
      const cohortId = args.cohortId ?? savedCohortIn(context)
      if (cohortId === null) return undefined
      const { countAgain } = await loadUseCases()
      const made = await countAgain(context, cohortId, context.project?.projectId)
      if (!made.ok) return made
      const { value } = made
      if (value.kind === 'cohort') await context.run({ id: 'cohort.show', args: { cohortId: value.cohortId } })
      return undefined
    },
    success: 'Counted again.',
    examples: [{ cohortId: 12 }],
  }),
  'definition.paste': action<'definition.paste'>({
    title: 'Paste definition',
    section: 'Definitions',
    keywords: ['share', 'json', 'import', 'colleague'],
    help: 'Creates the cohort, set or custom variable whose definition is in the clipboard.',
    places: [{ at: 'pane-menu', order: 21 }],
    run: async (context) => {
      const { pasteFromClipboard } = await loadUseCases()
      const pasted = await pasteFromClipboard(context, context.project?.projectId)
      if (!pasted.ok) return pasted
      const { value } = pasted
      if (value.kind === 'cohort') await context.run({ id: 'cohort.show', args: { cohortId: value.cohortId } })
      else if (value.kind === 'variable-set') {
        await context.run({ id: 'variable-set.show', args: { variableSetId: value.variableSetId } })
      } else await context.run({ id: 'variable.show', args: { variableName: value.variableName } })
      return undefined
    },
    success: 'Definition pasted.',
    examples: [{}],
  }),
}
