import { atom } from 'jotai'
import { vi } from 'vitest'
import type { ArgumentSource, ChoiceState } from '#command-kit/argument-source.ts'
import { action, invocationOf, route } from '#command-kit/declaration.ts'
import type { SomeCommands } from '#command-kit/registry.ts'

const lazyScreen = () => Promise.resolve({ default: () => null })

function source(kind: ArgumentSource['kind'], label: string, prefix: string, state: ChoiceState): ArgumentSource {
  return {
    kind,
    label,
    prefix,
    rows: atom(state),
    toInvocation: (value) =>
      kind === 'cohort'
        ? invocationOf('cohort.show', { cohortId: Number(value) })
        : invocationOf('variable.show', { variableName: String(value) }),
  }
}

/** Choices: few, many, and still loading. */
export const cohorts = source('cohort', 'Cohorts', 'c', {
  status: 'ready',
  rows: [
    { value: 1, title: 'All Individuals', note: '106,466' },
    { value: 12, title: 'Women', detail: 'SEX is 2' },
    { value: 13, title: 'Closed', because: 'No access.' },
  ],
})
export const variables = source('variable', 'Variables', 'v', {
  status: 'ready',
  rows: Array.from({ length: 300 }, (_, index) => ({ value: `AGE_${index}`, title: `AGE_${index}` })),
})
export const sets = source('variable-set', 'Variable sets', 's', { status: 'loading' })

export const run = vi.fn<() => void>()
/** Whether there is something to save. */
export const savableAtom = atom(false)
/** Commands of every kind that the palette distinguishes. */
export const commands: SomeCommands = {
  'cohort.show': route<'cohort.show'>({
    path: '/cohorts/:id',
    screen: lazyScreen,
    chapter: 'cohorts',
    title: 'View Cohort',
    section: 'Cohorts',
    help: 'Shows a cohort.',
    ask: { cohortId: { kind: 'cohort', prompt: 'Which cohort?' } },
    toTarget: ({ cohortId }) => ({ params: { id: String(cohortId) } }),
    fromTarget: (params) => ({ cohortId: Number(params['id']) }),
    subject: ({ cohortId }) => ({ kind: 'cohort', value: cohortId }),
  }),
  'variable.show': route<'variable.show'>({
    path: '/variables/:id',
    screen: lazyScreen,
    chapter: 'cohorts',
    title: 'View Variable',
    section: 'Variables',
    help: 'Shows a variable.',
    ask: {
      cohortIds: { kind: 'cohort', prompt: 'Counted in which cohort?', fromPanes: 'fill', isList: true },
      variableName: { kind: 'variable', prompt: 'Which variable?' },
    },
    toTarget: ({ variableName, cohortIds }) => ({ params: { id: variableName }, query: { cohort: String(cohortIds) } }),
    fromTarget: () => null,
    subject: ({ variableName }) => ({ kind: 'variable', value: variableName }),
  }),
  'cohort.compare': action<'cohort.compare'>({
    title: 'Compare two',
    section: 'Cohorts',
    help: 'Compares.',
    visible: ({ source }) => source === 'key',
    ask: {
      cohortId: { kind: 'cohort', prompt: 'Which?' },
      otherCohortId: { kind: 'cohort', prompt: 'With which cohort?', fromPanes: 'suggest' },
    },
    run,
  }),
  'session.log-out': action<'session.log-out'>({
    title: 'Log out',
    section: 'Session',
    help: 'Ends the session.',
    keys: [{ seq: 'g q', scope: 'global' }],
    run,
  }),
  'palette.open': action<'palette.open'>({
    title: 'Command palette',
    section: 'Help',
    help: 'Opens the palette.',
    keys: [{ seq: '$mod+K', scope: 'global' }],
    run,
  }),
  'form.save': action<'form.save'>({
    title: 'Save',
    section: 'Forms',
    help: 'Saves.',
    available: ({ store }) => store.get(savableAtom) || { because: 'There is nothing to save.' },
    run,
  }),
}
