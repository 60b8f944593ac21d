import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountSessions } from '#contract/account.ts'
import { cohortInfo } from '#contract/cohorts.ts'
import { projectNew } from '#contract/projects.ts'
import { login, logout } from '#contract/session.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { onFullDisk, type FullDisk } from '#tests/support/full-disk.ts'
import { codeAt, turnOn } from '#tests/support/second-factor.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer, PASSWORD, type TestServer } from '#tests/support/test-server.ts'

const MINUTE = 60_000

let disk: FullDisk
let server: TestServer
beforeEach(async () => {
  disk = onFullDisk(await openTestDatabase())
  await loadStudy(disk.database, SMALL_STUDY)
  server = await createTestServer({ holding: disk.database })
})
afterEach(() => server.close())

const isSignedIn = async (call: Awaited<ReturnType<TestServer['callAs']>>) => (await call(cohortInfo, {})).ok

test('on a full disk users can log in and out, and nothing else is saved', async () => {
  const before = await server.callAs('researcher')
  disk.isFull = true
  const call = await server.callAs('researcher')
  expect(await isSignedIn(call)).toBe(true)
  expect(valueOf(await call(accountSessions, {})).data.map(({ is_own }) => is_own)).toEqual([true, false])
  expect(await call(projectNew, { name: 'A' })).toMatchObject({ status: 503 })
  expect(await (await server.callAs())(login, { username: 'researcher', password: 'guess' })).toMatchObject({
    status: 401,
  })
  for (const one of [call, before]) {
    expect((await one(logout, {})).ok).toBe(true)
    expect(await isSignedIn(one)).toBe(false)
  }
  disk.isFull = false
  expect([await isSignedIn(call), await isSignedIn(before)]).toEqual([false, false])
})

test('stores a session once disk space is available, and it survives a restart', async () => {
  disk.isFull = true
  const response = await server.app.request(`${API_PREFIX}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'researcher', password: PASSWORD }),
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const statusAt = async ({ app }: TestServer) =>
    (await app.request(`${API_PREFIX}${cohortInfo.path}`, { headers: { cookie } })).status
  const next = await createTestServer({ holding: disk.database, isShared: true })
  expect([await statusAt(server), await statusAt(next)]).toEqual([200, 401])
  disk.isFull = false
  server.clock.now += 2 * MINUTE
  next.clock.now += 2 * MINUTE
  expect(await statusAt(server)).toBe(200)
  await expect.poll(() => statusAt(next)).toBe(200)
})

test('accepts a one-time code only once on a full disk', async () => {
  const { secret, recoveryCodes } = await turnOn(await server.callAs('researcher'), server.clock.now)
  server.clock.now += MINUTE
  disk.isFull = true
  for (const code of [codeAt(secret, server.clock.now), recoveryCodes[0] ?? '']) {
    const tried = async () => (await server.callAs())(login, { username: 'researcher', password: PASSWORD, code })
    expect([(await tried()).ok, await tried()]).toEqual([true, expect.objectContaining({ status: 401 })])
  }
})
