import { setImmediate } from 'node:timers/promises'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cohortInfo } from '#contract/cohorts.ts'
import { login } from '#contract/session.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { createTestServer, PASSWORD, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const headersWith = (cookie: string) => ({ 'content-type': 'application/json', cookie })

/** Signs in with a browser that sends this cookie; returns the new one. */
async function signIn(cookie: string): Promise<string> {
  const response = await server.app.request(`${API_PREFIX}${login.path}`, {
    method: 'POST',
    headers: headersWith(cookie),
    body: JSON.stringify({ username: 'researcher', password: PASSWORD }),
  })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function statusAt({ app }: TestServer, cookie: string): Promise<number> {
  return (await app.request(`${API_PREFIX}${cohortInfo.path}`, { headers: headersWith(cookie) })).status
}

/** Outside of the transaction under the lock, which does not see later rows. */
function countSessions(): Promise<number> {
  return server.database.withConnection(
    async (connection) => (await rowsOf(connection, v.object({}), 'SELECT token_hash FROM session')).length,
  )
}

test('a login is answered when the session that it replaces is deleted, which no crash brings back', async () => {
  const before = await signIn('')
  let isReleased = false
  const held = withWriteLock(server.database, async () => {
    while ((await countSessions()) < 2) await setImmediate()
  }).finally(() => (isReleased = true))
  const now = await signIn(before)
  expect(isReleased).toBe(true)
  await held
  // Another process knows only what is stored.
  const next = await createTestServer({ holding: server.database, isShared: true })
  expect([await statusAt(next, before), await statusAt(next, now)]).toEqual([401, 200])
})

test('a login does not wait for a write lock that is held for long', async () => {
  const before = await signIn('')
  let release = () => {}
  const held = withWriteLock(server.database, () => new Promise<void>((resolve) => (release = resolve)))
  const now = await signIn(before)
  expect([await statusAt(server, before), await statusAt(server, now)]).toEqual([401, 200])
  release()
  await held
})
