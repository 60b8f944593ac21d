import { describe, expect, test } from 'vitest'
import {
  CAPABILITIES,
  CAPABILITY_GROUPS,
  isCapabilityName,
  namesOfCapabilities,
  partsOfCapabilities,
} from '#contract/capabilities.ts'
import { userinfo, version } from '#contract/session.ts'
import { readConfiguration } from '#server/platform/configuration/configuration.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer } from '#tests/support/test-server.ts'

const GROUPS = Object.keys(CAPABILITY_GROUPS)

describe('names of capabilities', () => {
  test('a part is in one group, and no group has the name of a part', () => {
    expect(new Set(CAPABILITIES).size).toBe(CAPABILITIES.length)
    expect(CAPABILITIES.filter((part) => GROUPS.includes(part))).toEqual([])
    expect(GROUPS.length).toBeLessThan(10)
  })

  test('a group stands for its parts, the name of a part for this part alone', () => {
    expect(partsOfCapabilities(['families', 'rules'])).toEqual(['rules', 'pedigrees', 'fam', 'phenopackets'])
    expect(partsOfCapabilities(GROUPS)).toEqual(CAPABILITIES)
    expect(partsOfCapabilities(['of a later version'])).toEqual([])
    expect([...GROUPS, ...CAPABILITIES].every(isCapabilityName)).toBe(true)
    expect(isCapabilityName('of a later version')).toBe(false)
  })

  test('a whole group is announced by its name, a part of one by the names of its parts', () => {
    expect(namesOfCapabilities(CAPABILITIES)).toEqual(GROUPS)
    expect(namesOfCapabilities(['fam', 'own-account', 'second-factor', 'tokens'])).toEqual(['fam', 'accounts'])
    for (const parts of [[], ['fam'], ['pedigrees', 'fam', 'phenopackets', 'rules']] as const)
      expect(new Set(partsOfCapabilities(namesOfCapabilities(parts)))).toEqual(new Set(parts))
  })
})

test('the server announces groups', async () => {
  const server = await createTestServer()
  const call = await server.callAs('researcher')
  expect(valueOf(await call(version, {})).capabilities).toEqual(GROUPS)
  expect(valueOf(await call(userinfo, {})).versions?.capabilities).toEqual(GROUPS)
  server.close()
})

test('CAPABILITIES takes groups and, as before, names of parts', () => {
  expect(readConfiguration({ CAPABILITIES: 'accounts, fam' }).capabilities).toEqual([
    'fam',
    'own-account',
    'second-factor',
    'tokens',
  ])
  expect(() => readConfiguration({ CAPABILITIES: 'accounts,everything' })).toThrow(/^CAPABILITIES: .*saved-objects/)
})

test('without a trash the other parts of its group are announced', () => {
  const { capabilities } = readConfiguration({ TRASH_DAYS: '0', CAPABILITIES: 'saved-objects' })
  expect(namesOfCapabilities(capabilities)).toEqual(
    CAPABILITY_GROUPS['saved-objects'].filter((part) => part !== 'trash'),
  )
})
