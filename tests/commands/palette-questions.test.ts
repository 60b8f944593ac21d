import { expect, test } from 'vitest'
import { nextQuestion, withArgument } from '#command-kit/arguments.ts'
import { fillFromPanes } from '#command-kit/arguments.ts'
import { createRegistry } from '#command-kit/registry.ts'
import { commands } from '#commands/index.ts'
import { fakeWorkspace } from '#tests/support/small-commands.ts'

const registry = createRegistry(commands)

test('asks for a cohort and a variable set of Download Data in the palette only', () => {
  const command = registry.command('download.new')
  expect(nextQuestion(command, {})).toBeUndefined()
  expect(nextQuestion(command, {}, 'palette')).toMatchObject({ name: 'cohortId', kind: 'cohort' })
  expect(nextQuestion(command, { cohortId: 3 }, 'palette')).toMatchObject({
    name: 'variableSetId',
    kind: 'variable-set',
  })
  expect(nextQuestion(command, { cohortId: 3, variableSetId: 7 }, 'palette')).toBeUndefined()
})

test('fills New Downcode with the variable of the pane, or asks for one in the palette', () => {
  const command = registry.command('custom-variable.new-downcode')
  const question = nextQuestion(command, {}, 'palette')
  if (question === undefined) throw new Error('It asks for nothing.')
  expect(question.prompt).toBe('Downcode which variable?')
  expect(nextQuestion(command, {})).toBeUndefined()
  const invocation = { id: 'custom-variable.new-downcode', args: {} } as const
  const asked = withArgument<'custom-variable.new-downcode'>(invocation, question, 'AGE')
  expect(asked.args).toEqual({ variableNames: ['AGE'] })
  const workspace = fakeWorkspace({ subjects: [{ kind: 'variable', value: 'SEX' }] })
  const filled = fillFromPanes<'custom-variable.new-downcode'>(command, invocation, {
    source: 'palette',
    workspace,
  }).at(-1)
  expect(filled?.args).toEqual({ variableNames: ['SEX'] })
  // A draft of another custom variable keeps its sources.
  const from = { id: 'custom-variable.new-downcode', args: { from: 'SEX_IN_TWO' } } as const
  const kept = fillFromPanes<'custom-variable.new-downcode'>(command, from, { source: 'palette', workspace }).at(-1)
  expect(kept?.args).toEqual({ from: 'SEX_IN_TWO' })
})
