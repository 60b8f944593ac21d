import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { createSessions } from '#server/store/accounts/sessions.ts'
import { allRows } from '#tests/support/import-folders.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer } from '#tests/support/test-server.ts'

test('a session in memory whose commit was made but not confirmed is listed once, and ends in the database too', async () => {
  const database = await openTestDatabase()
  await loadStudy(database, SMALL_STUDY)
  const server = await createTestServer({ holding: database })
  onTestFinished(() => server.close())
  const link = { losesAnswers: true, lost: 0 }
  const unconfirmed: Database = {
    ...database,
    withLockedConnection: async (work) => {
      const result = await database.withLockedConnection(work)
      if (!link.losesAnswers) return result
      link.lost++
      throw new Error('The connection was closed.')
    },
  }
  let now = Date.parse('2026-11-27T10:00:00Z')
  const sessions = createSessions(
    unconfirmed,
    () => now,
    (bytes) => randomBytes(bytes),
  )
  const [account] = await allRows(database, 'SELECT account_id FROM account LIMIT 1')
  const accountId = Number(account?.['account_id'])
  const token = sessions.beginInMemory({ accountId, program: 'Firefox' })
  const use = () => database.withConnection((connection) => sessions.userOf(connection, token))
  const rows = async () => (await allRows(database, 'SELECT token_hash FROM session')).length

  now += 61_000
  expect(await use()).not.toBeNull()
  await expect.poll(() => link.lost).toBe(1)
  expect(await rows()).toBe(1)
  const [listed, ...others] = await database.withConnection((connection) =>
    sessions.listOf(connection, accountId, token),
  )
  expect(others).toEqual([])

  const end = withWriteLock(database, (connection) => sessions.endById(connection, accountId, listed?.session_id ?? ''))
  expect(await end).toBe(true)
  expect(await rows()).toBe(0)
  expect(await use()).toBeNull()
})
