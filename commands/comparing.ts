import type { CommandContext } from '#command-kit/context.ts'
import { action, type Subject } from '#command-kit/declaration.ts'
import { paneCommand } from '#commands/pane-command.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'compare.side-by-side': Nothing
    compare: Nothing
    'compare.in-table': Nothing
    'cohort.compare-in-table': { cohortId: number; otherCohortId: number }
    'cohort.compare': { cohortId: number; otherCohortId: number }
    'variable.compare': { variableName: string; otherVariableName: string }
  }
}

/** The focused pane's subject, if a second one can be compared with it. */
function compared({ workspace }: CommandContext): Subject | undefined {
  const subject = workspace.subject()
  return subject?.kind === 'cohort' || subject?.kind === 'variable' ? subject : undefined
}

export const comparingCommands = {
  compare: action<'compare'>({
    title: 'Compare side by side',
    section: 'Compare',
    keywords: ['side by side', 'beside', 'difference'],
    help: 'Shows the selected rows side by side, or asks what to compare this with.',
    keys: [{ seq: 'c', scope: 'pane' }],
    places: [{ location: 'thing-menu', order: 10 }],
    available: (context) =>
      context.workspace.paneAction('compare')?.available ??
      (compared(context) !== undefined || { because: 'There is no list, cohort or variable in this pane.' }),
    run: async (context) => {
      const ofList = context.workspace.paneAction('compare')
      const subject = compared(context)
      if (ofList) await ofList.run()
      else if (subject?.kind === 'cohort') {
        await context.run({ id: 'cohort.compare', args: { cohortId: Number(subject.value) } })
      } else if (subject) {
        await context.run({ id: 'variable.compare', args: { variableName: String(subject.value) } })
      }
    },
  }),
  'compare.side-by-side': paneCommand('compare.side-by-side', {
    title: 'Side by side in panes',
    keywords: ['cohorts', 'beside'],
    help: 'Shows each compared cohort in its own pane.',
    because: 'No cohorts are compared in this pane.',
  }),
  'cohort.compare': action<'cohort.compare'>({
    title: 'Compare two cohorts',
    section: 'Compare',
    keywords: ['side by side', 'beside', 'difference'],
    help: 'Shows two cohorts side by side.',
    ask: {
      cohortId: { kind: 'cohort', prompt: 'Compare which cohort?' },
      otherCohortId: { kind: 'cohort', prompt: 'With which cohort?', fromPanes: 'suggest' },
    },
    run: async ({ run }, { cohortId, otherCohortId }) => {
      await run({ id: 'cohort.show', args: { cohortId } })
      await run({ id: 'cohort.show', args: { cohortId: otherCohortId } }, 'beside')
    },
  }),
  'compare.in-table': action<'compare.in-table'>({
    title: 'Compare in one table',
    section: 'Compare',
    keywords: ['overlap', 'upset', 'difference', 'cohorts'],
    help: 'Shows the selected cohorts, or this one and another, in one table with their overlap.',
    keys: [{ seq: 'Shift+C', scope: 'pane' }],
    places: [{ location: 'thing-menu', order: 11 }],
    available: (context) =>
      context.workspace.paneAction('compare.in-table')?.available ??
      (compared(context)?.kind === 'cohort' || { because: 'There is no list of cohorts and no cohort in this pane.' }),
    run: async (context) => {
      const ofList = context.workspace.paneAction('compare.in-table')
      const subject = compared(context)
      if (ofList) await ofList.run()
      else if (subject) await context.run({ id: 'cohort.compare-in-table', args: { cohortId: Number(subject.value) } })
    },
  }),
  'cohort.compare-in-table': action<'cohort.compare-in-table'>({
    title: 'Compare two cohorts in one table',
    section: 'Compare',
    keywords: ['overlap', 'upset', 'difference'],
    help: 'Sizes, overlap and summaries of cohorts, side by side in one table.',
    ask: {
      cohortId: { kind: 'cohort', prompt: 'Compare which cohort?' },
      otherCohortId: { kind: 'cohort', prompt: 'With which cohort?', fromPanes: 'suggest' },
    },
    run: async ({ run }, { cohortId, otherCohortId }) => {
      await run({ id: 'cohort.show', args: { cohortId, compareWith: [otherCohortId] } })
    },
  }),
  'variable.compare': action<'variable.compare'>({
    title: 'Compare two variables',
    section: 'Compare',
    keywords: ['side by side', 'beside', 'difference'],
    help: 'Shows two variables side by side.',
    ask: {
      variableName: { kind: 'variable', prompt: 'Compare which variable?' },
      otherVariableName: { kind: 'variable', prompt: 'With which variable?', fromPanes: 'suggest' },
    },
    run: async ({ run }, { variableName, otherVariableName }) => {
      await run({ id: 'variable.show', args: { variableName } })
      await run({ id: 'variable.show', args: { variableName: otherVariableName } }, 'beside')
    },
  }),
}
