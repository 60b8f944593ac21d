import { expect, test } from 'vitest'
import { cohortFam, cohortPhenopackets } from '#contract/pedigrees.ts'
import { usage } from '#contract/service.ts'
import { capabilitiesAtom, isOfferedAtom, versionsAtom } from '#entities/session/session.ts'
import { signInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer } from '#tests/support/test-server.ts'

test('understands a back end that announces groups of capabilities, and one that announces single names', async () => {
  const whole = await createTestServer()
  const client = await signInClient(whole, 'researcher')
  expect(client.show(versionsAtom)()?.capabilities).toContain('families')
  expect([cohortFam, cohortPhenopackets, usage].map(client.show(isOfferedAtom)())).toEqual([true, true, true])
  whole.close()

  const small = await createTestServer({ capabilities: ['fam', 'usage'] })
  const other = await signInClient(small, 'researcher')
  expect(other.show(versionsAtom)()?.capabilities).toEqual(['fam', 'usage'])
  expect(other.show(capabilitiesAtom)()).toEqual(['fam', 'usage'])
  expect([cohortFam, cohortPhenopackets, usage].map(other.show(isOfferedAtom)())).toEqual([true, false, true])
  small.close()
})
