import { expect, test } from 'vitest'
import { commandView, reasonOf } from '#command-kit/availability.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import { createCommandKit } from '#command-kit/kit.tsx'
import { createRegistry } from '#command-kit/registry.ts'
import { commands } from '#commands/index.ts'
import { fakeWorkspace, smallKit } from '#tests/support/small-commands.ts'

const registry = createRegistry(commands)
const { parts } = smallKit({})

const USERS = {
  admin: { username: 'admin', isAdmin: true, collections: [] },
  researcher: { username: 'researcher', isAdmin: false, collections: ['bp', 'sz'] },
  newcomer: { username: 'newcomer', isAdmin: false, collections: [] },
}

/** The reason why a command is unavailable to a user, apart from missing panes; null if it is available. */
function reasonFor(user: keyof typeof USERS, id: 'download.bundle' | 'download.new' | 'cohort.new-subset') {
  const kit = createCommandKit(registry, [], { ...parts, user: USERS[user], workspace: () => fakeWorkspace({}) })
  const { availability } = commandView(registry, kit.contextFor('button'), invocationOf(id, {}))
  return reasonOf(availability) ?? null
}

const IMPORT = [
  'import.open',
  'import.help',
  'import.read',
  'import.run',
  'import.cancel',
  'import.start-over',
  'import.undo',
] as const
const AUDIT = ['audit.open', 'audit.refresh', 'audit.clear-filter'] as const

test.each([
  ['admin', ['import'], IMPORT, true],
  ['admin', ['audit'], IMPORT, false],
  ['researcher', ['import'], IMPORT, false],
  ['newcomer', ['import'], IMPORT, false],
  ['admin', ['audit'], AUDIT, true],
  ['admin', ['import'], AUDIT, false],
  ['researcher', ['audit'], AUDIT, false],
] as const)('%s of a back end with %j sees %j: %j', (user, capabilities, ids, isSeen) => {
  const kit = createCommandKit(registry, [], {
    ...parts,
    user: USERS[user],
    capabilities,
    workspace: () => fakeWorkspace({}),
  })
  for (const id of ids) {
    expect(commandView(registry, kit.contextFor('button'), invocationOf(id, {})).isVisible).toBe(isSeen)
  }
})

test('shows a user without collections the reason at downloads and allows all other commands', () => {
  expect(reasonFor('admin', 'download.bundle')).toBeNull()
  expect(reasonFor('researcher', 'download.bundle')).toBeNull()
  expect(reasonFor('newcomer', 'download.bundle')).toBe('You have no access to any collection and cannot download.')
  expect(reasonFor('newcomer', 'download.new')).toBeNull()
  expect(reasonFor('newcomer', 'cohort.new-subset')).toBeNull()
})
