import { afterEach, beforeEach, expect, test } from 'vitest'
import { cohortInfo } from '#contract/cohorts.ts'
import { login, logout, userinfo, version } from '#contract/session.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { createTestServer, PASSWORD, type TestServer, type Username } from '#tests/support/test-server.ts'

const MINUTE = 60_000

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

test('userinfo shows a login, and a logout ends the session on the server', async () => {
  const fetch = await server.fetchAs('researcher')
  const cookie = await sessionCookie(server, 'admin')
  const call = await server.callAs('researcher')
  const result = await call(userinfo, {})
  expect(result).toMatchObject({
    ok: true,
    value: { current_user: { username: 'researcher', privileges: ['bp', 'sz'], collections: ['bp', 'sz'] } },
  })
  expect((await fetch(`${API_PREFIX}${cohortInfo.path}`)).status).toBe(200)
  expect(await call(logout, {})).toMatchObject({ ok: true })
  expect(await call(userinfo, {})).toMatchObject({ ok: true, value: { current_user: null } })

  await server.app.request(`${API_PREFIX}${logout.path}`, { headers: { cookie } })
  const reused = await server.app.request(`${API_PREFIX}${cohortInfo.path}`, { headers: { cookie } })
  expect(reused.status).toBe(401)
})

test('userinfo marks an administrator, with the collections as a JSON string', async () => {
  const fetch = await server.fetchAs('admin')
  const body = await (await fetch(`${API_PREFIX}${userinfo.path}`)).json()
  expect(body.current_user).toEqual({
    username: 'admin',
    first_name: 'Pat',
    last_name: 'admin',
    privileges: ['admin'],
    collections: '["au","bp","sz"]',
  })
})

test('returns the version to anonymous requests, with the data size and without demo accounts', async () => {
  const call = await server.callAs()
  expect(await call(version, {})).toMatchObject({
    ok: true,
    value: {
      diverapp: '1.0.0',
      diverweb: '0.50.3',
      stats: { individuals: 12, placeholders: 1, forms: 2, studies: 4, collections: 3 },
      demo_accounts: [],
    },
  })
})

test('returns the database engine and its version to signed-in users only', async () => {
  const engine = server.database.version
  for (const path of ['/version', '/userinfo', '/openapi.json', '/nothing']) {
    const response = await server.newFetch()(`${API_PREFIX}${path}`)
    const responseText = `${JSON.stringify(Object.fromEntries(response.headers))} ${await response.text()}`
    expect([path, responseText]).toEqual([path, expect.not.stringMatching(/duckdb|postgres/i)])
  }
  const versionsOf = async (username?: Username) =>
    valueOf(await (await server.callAs(username))(userinfo, {})).versions?.db_procs
  expect([await versionsOf(), await versionsOf('newcomer')]).toEqual(['1.0.0', `1.0.0 (${engine})`])
  const call = await server.callAs('newcomer')
  expect(valueOf(await call(version, {})).db_procs).toBe('1.0.0')
})

test('a wrong password and an unknown user get the same response', async () => {
  const call = await server.callAs()
  const wrong = await call(login, { username: 'admin', password: 'wrong' })
  const unknown = await call(login, { username: 'nobody', password: 'wrong' })
  expect(wrong).toMatchObject({ ok: false, status: 401, serverMessage: 'The user name or the password is wrong.' })
  expect(unknown).toEqual(wrong)
})

test('a session ends after half an hour of inactivity and after twelve hours in any case', async () => {
  const call = await server.callAs('admin')
  const isSignedIn = async () => (await call(cohortInfo, {})).ok
  server.clock.now += 29 * MINUTE
  expect(await isSignedIn()).toBe(true)
  server.clock.now += 29 * MINUTE
  expect(await isSignedIn()).toBe(true)
  server.clock.now += 30 * MINUTE
  expect(await isSignedIn()).toBe(false)

  const again = await server.callAs('admin')
  for (let spent = 0; spent < 12 * 60; spent += 20) {
    expect((await again(cohortInfo, {})).ok).toBe(true)
    server.clock.now += 20 * MINUTE
  }
  expect((await again(cohortInfo, {})).ok).toBe(false)
})

test('a login replaces the previous session, and the database stores no token', async () => {
  const before = await sessionCookie(server, 'admin')
  const after = await sessionCookie(server, 'admin', before)
  const statusWith = async (cookie: string) =>
    (await server.app.request(`${API_PREFIX}${cohortInfo.path}`, { headers: { cookie } })).status
  expect([await statusWith(before), await statusWith(after)]).toEqual([401, 200])
  const connection = await server.database.connect()
  const stored = JSON.stringify(await storedRows(connection, 'SELECT token_hash FROM session'))
  expect(stored).not.toContain(after.split('=')[1])
})

test('over TLS accepts only a session cookie with the __Host- prefix', async () => {
  const over = (scheme: string, path: string, init: RequestInit = {}) =>
    server.app.request(`${scheme}://localhost${API_PREFIX}${path}`, init)
  const response = await over('https', login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  })
  const [cookie = ''] = response.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-diver_session=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  const pair = cookie.split(';')[0] ?? ''
  const statusWith = async (cookie: string) => (await over('https', cohortInfo.path, { headers: { cookie } })).status
  expect([await statusWith(pair), await statusWith(pair.replace('__Host-', ''))]).toEqual([200, 401])
})

test('ten failed logins lock an account for their address for a while, even with the right password', async () => {
  const call = await server.callAs()
  for (let tries = 0; tries < 10; tries++) {
    expect(await call(login, { username: 'admin', password: 'wrong' })).toMatchObject({ status: 401 })
  }
  const refused = await server.newFetch()(`${API_PREFIX}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
  expect((await call(login, { username: 'researcher', password: PASSWORD })).ok).toBe(true)
  server.clock.now += 15 * MINUTE
  expect((await call(login, { username: 'admin', password: PASSWORD })).ok).toBe(true)
})

async function sessionCookie(server: TestServer, username: string, cookie = ''): Promise<string> {
  const response = await server.app.request(`${API_PREFIX}${login.path}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  })
  const [header = ''] = response.headers.getSetCookie()
  expect(header).toMatch(/; HttpOnly/)
  expect(header).toMatch(/; SameSite=Strict/)
  expect(header).toMatch(/; Path=\//)
  return header.split(';')[0] ?? ''
}

test('userinfo returns the idle and the absolute session timeout', async () => {
  const call = await server.callAs('admin')
  server.clock.now += 20 * MINUTE
  const session = { idle_seconds: 1800, seconds_left: 12 * 3600 - 1200 }
  expect(await call(userinfo, {})).toMatchObject({ ok: true, value: { session } })
  expect(await (await server.callAs())(userinfo, {})).toMatchObject({ ok: true, value: { session: null } })
})
