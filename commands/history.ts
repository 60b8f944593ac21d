import type { CommandContext } from '#command-kit/context.ts'
import { action } from '#command-kit/declaration.ts'
import type { CommandSignatures } from '#commands/signatures.ts'
import { isOffered } from '#contract/endpoint.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { showHistory } from '#features/history/use-cases.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    /** Without arguments, of the focused pane's object. */
    'history.show': { cohortId?: number; variableSetId?: number; projectId?: number; variableName?: string }
  }
}

type Shown = Parameters<typeof showHistory>[1]

/** The object of the arguments, else the focused pane's; null if it has no history. */
function shownOf({ workspace }: CommandContext, args: CommandSignatures['history.show']): Shown | null {
  if (args.cohortId !== undefined)
    return args.cohortId === ROOT_COHORT_ID ? null : { kind: 'cohort', id: args.cohortId }
  if (args.variableSetId !== undefined) return { kind: 'varset', id: args.variableSetId }
  if (args.projectId !== undefined) return { kind: 'project', id: args.projectId }
  if (args.variableName !== undefined) return { variableName: args.variableName }
  const subject = workspace.subject()
  if (subject === undefined) return null
  const id = Number(subject.value)
  switch (subject.kind) {
    case 'cohort':
      return id === ROOT_COHORT_ID ? null : { kind: 'cohort', id }
    case 'variable-set':
      return { kind: 'varset', id }
    case 'project':
      return { kind: 'project', id }
    case 'variable':
      return { variableName: String(subject.value) }
    case 'download-file':
      return null
  }
}

export const historyCommands = {
  'history.show': action<'history.show'>({
    title: 'Show the history',
    section: 'Definitions',
    keywords: ['versions', 'changes', 'diff', 'restore', 'undo', 'previous', 'revert'],
    help: 'Shows the versions of this project, cohort, variable set or custom variable, and restores one.',
    keys: [{ seq: 'v h', scope: 'global' }],
    places: [{ location: 'thing-menu', order: 25 }],
    visible: ({ capabilities }) => isOffered({ capability: 'history' }, capabilities),
    available: (context, args) =>
      shownOf(context, args) !== null || { because: 'There is no object with a history in this pane.' },
    run: async (context, args) => {
      const shown = shownOf(context, args)
      return shown === null ? undefined : showHistory(context, shown)
    },
  }),
}
