import { expect, test } from 'vitest'
import { fillFromPanes, nextQuestion } from '#command-kit/arguments.ts'
import { createRegistry } from '#command-kit/registry.ts'
import { commands } from '#commands/index.ts'
import { fakeWorkspace } from '#tests/support/small-commands.ts'

const registry = createRegistry(commands)

test('Download Data and New Downcode open their page, which asks', () => {
  for (const id of ['download.new', 'custom-variable.new-downcode', 'cohort.new-compound'] as const) {
    expect(nextQuestion(registry.command(id), {})).toBeUndefined()
  }
})

test('fills New Downcode with the variable of the pane; a draft keeps its own', () => {
  const command = registry.command('custom-variable.new-downcode')
  const invocation = { id: 'custom-variable.new-downcode', args: {} } as const
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
