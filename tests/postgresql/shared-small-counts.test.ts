import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#api/result.ts'
import { cohortPreview } from '#contract/cohorts.ts'
import { openPostgreSql } from '#server/storage/open-postgresql.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { loadStudy, type Study } from '#tests/support/study.ts'
import { newDatabase } from '#tests/support/test-database.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

const PEOPLE = Array.from({ length: 12 }, (_, place) => `P${10 + place}`)
const SIZES = [8, 7, 6, 5]
/** All are in a collection that the researcher may not read. */
const STUDY: Study = {
  people: PEOPLE.map((id) => ({ id, family: null, collection: 'au', study: '1' })),
  forms: [
    {
      instrument: 'Form',
      version: '1',
      variables: SIZES.map((size) => ({ name: `FIRST_${size}`, dataType: 'categorical', possibleValues: ['0', '1'] })),
      records: Object.fromEntries(
        PEOPLE.map((id, place) => [
          id,
          Object.fromEntries(SIZES.map((size) => [`FIRST_${size}`, place < size ? '1' : '0'])),
        ]),
      ),
    },
  ],
}

let servers: TestServer[]
beforeAll(async () => {
  const url = (await newDatabase()) ?? ''
  const holding = await openPostgreSql(url, tmpdir())
  await loadStudy(holding, STUDY)
  const one = await createTestServer({ holding, minimumCell: 3 })
  const other = await createTestServer({ holding: await openPostgreSql(url, tmpdir()), isShared: true, minimumCell: 3 })
  servers = [one, other]
})
afterAll(() => {
  for (const server of servers) server.close()
})

async function countFirst(call: Call, size: number) {
  const asked = {
    parent_id: 1,
    cohort_type: 'subset',
    variable: `FIRST_${size}`,
    constraint_type: 'EQ',
    constraint_value: '1',
  } as const
  return valueOf(await call(cohortPreview, asked)).data.map(({ count }) => count)
}

test('what one server told is known to the other, which does not tell what lies between', async () => {
  const [one, other] = await Promise.all(servers.map((server) => server.callAs('researcher')))
  const colleague = await servers[1]?.callAs('colleague')
  if (!one || !other || !colleague) throw new Error('There are not two servers.')
  expect(await countFirst(one, 8)).toEqual([8])
  expect(await countFirst(other, 7)).toEqual([null])
  expect(await countFirst(other, 5)).toEqual([5])
  expect(await countFirst(one, 6)).toEqual([null])
  // Others were told nothing.
  expect(await countFirst(colleague, 7)).toEqual([7])
})
