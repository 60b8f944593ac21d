import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { inTransaction } from '#server/platform/db/database.ts'
import { openPostgreSql } from '#server/platform/db/postgres/open.ts'
import { insertSession, sessionsOf } from '#server/store/accounts/session-rows.ts'
import { dropLaterSchema } from '#tests/support/drop-later-schema.ts'
import { newDatabase } from '#tests/support/test-database.ts'

const ACCOUNT = 7

test('a session of a database of version 8 survives the migration, without a program', async () => {
  const url = (await newDatabase()) ?? ''
  const before = await openPostgreSql(url, tmpdir())
  await inTransaction(before, async (connection) => {
    await connection.run(`ALTER TABLE session DROP COLUMN program`)
    for (const table of ['disclosure', 'change_count']) await connection.run(`DROP TABLE ${table}`)
    await dropLaterSchema(connection)
    await connection.run(`UPDATE meta SET value = '8' WHERE name = 'schema_version'`)
    await connection.run(`INSERT INTO session VALUES ('earlier', ${ACCOUNT}, '2024-01-01', '2024-01-01')`)
  })
  before.close()
  const migrated = await openPostgreSql(url, tmpdir())
  const session = { tokenHash: 'later', accountId: ACCOUNT, program: 'Firefox on Linux' }
  const now = Date.UTC(2024, 0, 2)
  await inTransaction(migrated, (connection) => insertSession(connection, session, now))
  const found = await migrated.withConnection((connection) => sessionsOf(connection, ACCOUNT))
  expect(found.map(({ token_hash, program }) => [token_hash, program])).toEqual([
    ['later', 'Firefox on Linux'],
    ['earlier', null],
  ])
  migrated.close()
})
