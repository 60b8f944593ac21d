import { expect, test } from 'vitest'
import { TABLES } from '#server/platform/db/migrations/schema.ts'
import { KEPT_FOR_ACCOUNTS, MADE_OF_DATA } from '#server/store/accounts/accounts.ts'
import { TRASH_TABLES } from '#server/store/trash/trash.ts'

test('lists every table with rows of an account for deletion', () => {
  const dropped = new Set(TABLES.map((statement) => /^DROP TABLE (\w+)/.exec(statement)?.[1]))
  const named = TABLES.flatMap((statement) => {
    const name = /CREATE TABLE (\w+)/.exec(statement)?.[1]
    return name === undefined || dropped.has(name) ? [] : [{ statement, name }]
  })
  const owned = new Set(named.filter(({ statement }) => /\baccount_id\b/.test(statement)).map(({ name }) => name))
  // Tables with the columns of another one.
  for (const { statement, name } of named) {
    if (owned.has(/AS SELECT \* FROM (\w+)/.exec(statement)?.[1] ?? '')) owned.add(name)
  }
  expect(owned).toEqual(new Set([...MADE_OF_DATA, ...TRASH_TABLES, ...KEPT_FOR_ACCOUNTS, 'account']))
})
