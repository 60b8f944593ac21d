import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortPreview } from '#contract/cohorts.ts'
import { rulesNew } from '#contract/rules.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import type { Study } from '#tests/support/study.ts'
import { valueOf } from '#tests/support/api-session.ts'

const UNREADABLE = 'au'

/** Of both collections one half has SECRET 1, and of each half one half is in group 1. */
function studyOfTwoCollections(): Study {
  const participants = Array.from({ length: 400 }, (_, place) => ({
    id: `P${1_000 + place}`,
    family: `F${1_000 + place}`,
    collection: place < 200 ? 'bp' : UNREADABLE,
    study: '1',
  }))
  const records = Object.fromEntries(
    participants.map(({ id }, place) => [id, { SECRET: String(place % 2), GROUP: String(Math.floor(place / 2) % 2) }]),
  )
  const variables = ['SECRET', 'GROUP'].map((name) => ({ name, dataType: 'categorical', possibleValues: ['0', '1'] }))
  return { participants, forms: [{ instrument: 'ANY', version: '1', variables, records }] }
}

let server: TestServer
let call: WireCall
beforeAll(async () => {
  // The first pedigree set uses it up: the counts of its families and of its members.
  server = await createTestServer({ study: studyOfTwoCollections(), minimumCell: 10, inferenceBudget: 0.03 })
  call = await server.callAs('colleague')
})
afterAll(() => server.close())

async function countOfUnreadable(draft: { readonly parent_id: number; readonly cohort_type: 'pedigree' }) {
  const { data } = valueOf(await call(cohortPreview, draft))
  return data.find(({ collection }) => collection === UNREADABLE)?.count
}

test('families of a cohort by rules are charged to the variables of the rules', async () => {
  const condition = (variable_name: string) => ({ variable_name, constraint_type: 'EQ', constraint_value: '1' })
  const save = async (name: string, parent_id: number, variables: readonly string[]) => {
    const rules = { version: 1 as const, match: 'all' as const, rules: variables.map(condition) }
    return valueOf(await call(rulesNew, { name, parent_id, rules })).new_cohort_id
  }
  const secret = await save('Secret', 1, ['SECRET'])
  const both = await save('Both', secret, ['GROUP'])
  const familiesOf = (cohortId: number) => countOfUnreadable({ parent_id: cohortId, cohort_type: 'pedigree' })
  expect(await familiesOf(secret)).toBe(100)
  expect(await familiesOf(both)).toBeNull()
})
