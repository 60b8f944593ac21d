import { afterAll, beforeAll, expect, test } from 'vitest'
import { variableDistribution, variableLookup, variableSearch } from '#contract/variables.ts'
import { valueOf } from '#tests/support/api-session.ts'
import type { Study } from '#tests/support/study.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

const ids = Array.from({ length: 120 }, (_, nth) => `P${String(nth).padStart(3, '0')}`)
/** Of each six: four with a score, one without an answer, one without a record. */
const recorded = ids.filter((_, nth) => nth % 6 !== 5)
const study: Study = {
  participants: ids.map((id) => ({ id, family: null, collection: 'au', study: '1' })),
  forms: [
    {
      instrument: 'A',
      version: '1',
      variables: [{ name: 'TOTAL', dataType: 'numberrange' }],
      records: Object.fromEntries(
        recorded.map((id, place) => [id, place % 5 === 4 ? {} : { TOTAL: String(place % 40) }] as const),
      ),
    },
  ],
}

let server: TestServer
beforeAll(async () => {
  server = await createTestServer({ study, minimumCell: 5 })
})
afterAll(() => server.close())

test.each(['admin', 'newcomer'] as const)('%s sees the same numbers of answered and missing numbers', async (user) => {
  const call = await server.callAs(user)
  const [variable] = valueOf(await call(variableLookup, { variable_names: ['TOTAL'] })).data
  expect(variable?.observations).toBe(80)
  const [hit] = valueOf(await call(variableSearch, { searchstring: 'TOTAL', searchtype: 'question' })).data
  expect(hit?.observations).toBe(80)
  const [spread] = valueOf(await call(variableDistribution, { variable_name: 'TOTAL', cohortids: [1] })).data
  expect(spread).toMatchObject({ missing: 20, no_record: 20, left_out: [] })
})
