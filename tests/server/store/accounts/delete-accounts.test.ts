import { expect, test } from 'vitest'
import { KEPT_FOR_ACCOUNTS, MADE_OF_DATA } from '#server/store/accounts/accounts.ts'
import { TABLES } from '#server/platform/db/migrations/schema.ts'

test('lists every table with rows of an account for deletion', () => {
  const owned = TABLES.filter((statement) => /\baccount_id\b/.test(statement)).map(
    (statement) => /CREATE TABLE (\w+)/.exec(statement)?.[1] ?? statement,
  )
  expect(new Set(owned)).toEqual(new Set([...MADE_OF_DATA, ...KEPT_FOR_ACCOUNTS, 'account']))
})
