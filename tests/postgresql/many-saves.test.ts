import { afterAll, beforeAll, expect, test } from 'vitest'
import { cohortNew } from '#contract/cohorts.ts'
import { rulesNew } from '#contract/rules.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { LOW_FAMILIES, PEDIGREE_STUDY } from '#tests/support/pedigree-study.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

/** More than connections for reading. */
const SAVES = 30

let server: TestServer
beforeAll(async () => {
  server = await createTestServer({ study: PEDIGREE_STUDY })
})
afterAll(() => server.close())

test('more saves at once than connections, of pedigree sets and rules, which need a second connection', async () => {
  const call = await server.callAs('researcher')
  const low = { variable_name: 'MOOD_LOW', constraint_type: 'EQ' as const, constraint_value: '1' }
  const rules = { version: 1 as const, match: 'all' as const, rules: [low] }
  const saved = await Promise.all(
    Array.from({ length: SAVES }, (_, place) =>
      place % 2 === 0
        ? call(cohortNew, { ...LOW_FAMILIES, name: `Families ${place}` })
        : call(rulesNew, { parent_id: 1, name: `Rules ${place}`, rules }),
    ),
  )
  expect(new Set(saved.map((answer) => valueOf(answer).new_cohort_id)).size).toBe(SAVES)
})
