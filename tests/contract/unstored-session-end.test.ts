import { expect, onTestFinished, test } from 'vitest'
import { createWireCall } from '#api/call.ts'
import { login, logout } from '#contract/session.ts'
import type { Database } from '#server/platform/db/database.ts'
import { allRows } from '#tests/support/import-folders.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer, PASSWORD } from '#tests/support/test-server.ts'

const CREDENTIALS = { username: 'researcher', password: PASSWORD }

/** A browser at a server whose changes fail while `disk.isBroken`. */
async function browserAtServer() {
  const database = await openTestDatabase()
  await loadStudy(database, SMALL_STUDY)
  const disk = { isBroken: false }
  const breaking: Database = {
    ...database,
    withLockedConnection: (work) =>
      disk.isBroken ? Promise.reject(new Error('IO Error: Input/output error')) : database.withLockedConnection(work),
  }
  const server = await createTestServer({ holding: breaking })
  onTestFinished(() => server.close())
  const call = createWireCall({ fetch: server.newFetch(), onUnauthorized: () => undefined })
  const sessions = async () => (await allRows(database, 'SELECT token_hash FROM session')).length
  return { call, disk, sessions }
}

test('a logout after one that failed ends the session in the database', async () => {
  const { call, disk, sessions } = await browserAtServer()
  expect(await call(login, CREDENTIALS)).toMatchObject({ ok: true })
  disk.isBroken = true
  expect(await call(logout, {})).toMatchObject({ ok: false, status: 500 })
  disk.isBroken = false
  expect(await sessions()).toBe(1)
  expect(await call(logout, {})).toMatchObject({ ok: true })
  expect(await sessions()).toBe(0)
})

test('a login fails if the end of the session that it replaces cannot be stored', async () => {
  const { call, disk, sessions } = await browserAtServer()
  expect(await call(login, CREDENTIALS)).toMatchObject({ ok: true })
  disk.isBroken = true
  expect(await call(login, CREDENTIALS)).toMatchObject({ ok: false, status: 500 })
  disk.isBroken = false
  expect(await call(login, CREDENTIALS)).toMatchObject({ ok: true })
  expect(await sessions()).toBe(1)
})
