import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCatalogLoader } from '#server/modules/catalog/services.ts'
import { raiseCatalogVersion, raiseCustomVersion } from '#server/platform/db/data-version.ts'
import { inTransaction, type Database } from '#server/platform/db/database.ts'
import { insertCustomVariable } from '#server/store/custom-variables/custom-variables.ts'
import { createUserVariables } from '#server/store/custom-variables/user-variables.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await loadStudy(database, SMALL_STUDY)
})
afterAll(() => database.close())

const VARIABLES_CACHED = 2

function createLoader() {
  const { ofAccount } = createUserVariables(createCatalogLoader().catalog, VARIABLES_CACHED)
  return (accountId: number) => database.withConnection((connection) => ofAccount(connection, accountId))
}

test('evicts the variables of the least recently active account', async () => {
  const load = createLoader()
  const [first, second] = [await load(1), await load(2)]
  expect(await load(1)).toBe(first)
  await load(3)
  expect(await load(1)).toBe(first)
  expect(await load(2)).not.toBe(second)
})

test.each([
  ['custom variables', raiseCustomVersion],
  ['catalog', raiseCatalogVersion],
])('reads them again after a change of the %s', async (_, raise) => {
  const load = createLoader()
  const before = await load(1)
  await inTransaction(database, raise)
  const after = await load(1)
  expect(after).not.toBe(before)
  expect(await load(1)).toBe(after)
})

test('caches an account with many custom variables alone', async () => {
  await inTransaction(database, async (connection) => {
    for (const [place, name] of ['ONE', 'TWO', 'THREE'].entries()) {
      await insertCustomVariable(connection, 4, {
        constructid: 1_000 + place,
        projectid: 1,
        variable_name: name,
        description: '',
        construct_type: 'downcode',
        default_value: '',
        formula: '',
        sources: ['AGE'],
        value_definitions: [
          {
            name: 'YES',
            description: '',
            definition: { relationship: 'AND', constraints: [{ variable_name: 'AGE', constraint_type: 'VALID' }] },
          },
        ],
      })
    }
  })
  const load = createLoader()
  const small = await load(1)
  const large = await load(4)
  expect(large.custom).toHaveLength(3)
  expect(await load(4)).toBe(large)
  expect(await load(1)).not.toBe(small)
  expect(await load(4)).not.toBe(large)
})
