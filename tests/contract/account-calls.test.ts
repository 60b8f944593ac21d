import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWireCall } from '#api/call.ts'
import { accountPassword, accountSessionEnd, accountSessions } from '#contract/account.ts'
import { audit } from '#contract/audit.ts'
import { cohortInfo } from '#contract/cohorts.ts'
import { login } from '#contract/session.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { variableEdit } from '#contract/variables.ts'
import { RIGHTS_CHANGED } from '#domain/messages.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, PASSWORD, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer

beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const NEW = 'a longer way to say it'

test('a password change requires the old password, takes effect immediately and ends other sessions', async () => {
  const [first, elsewhere, other] = [
    await server.callAs('researcher'),
    await server.callAs('researcher'),
    await server.callAs('colleague'),
  ]
  expect(valueOf(await first(accountPassword, { current_password: PASSWORD, password: NEW }))).toEqual({ ended: 1 })
  expect((await first(cohortInfo, {})).ok).toBe(true)
  expect(await elsewhere(cohortInfo, {})).toMatchObject({ status: 401 })
  expect((await other(cohortInfo, {})).ok).toBe(true)
  const freshCall = createWireCall({ fetch: server.newFetch(), onUnauthorized: () => undefined })
  expect(await freshCall(login, { username: 'researcher', password: PASSWORD })).toMatchObject({ status: 401 })
  valueOf(await freshCall(login, { username: 'researcher', password: NEW }))
})

test('of ten password changes with one old password at the same time, one succeeds', async () => {
  const call = await server.callAs('researcher')
  const change = (_: unknown, number: number) =>
    call(accountPassword, { current_password: PASSWORD, password: `${NEW} ${number}` })
  const results = await Promise.all(Array.from({ length: 10 }, change))
  const statuses = results.map((result) => (result.ok ? 200 : result.status))
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, ...Array.from({ length: 9 }, () => 422)])
})

test('a change that waited for the write lock is refused if its session or its rights have ended meanwhile', async () => {
  const asked = { current_password: PASSWORD, password: NEW }
  /** The change is checked, then waits while the statement runs under the write lock. */
  const during = async (statement: string, send: () => Promise<unknown>) => {
    const waiting: Promise<unknown>[] = []
    await withWriteLock(server.database, async (connection) => {
      waiting.push(send())
      await setTimeout(300)
      await connection.run(statement)
    })
    return (await Promise.all(waiting))[0]
  }
  const call = await server.callAs('researcher')
  const save = () => call(variableSetNew, { name: 'Late', variables: ['AGE'] })
  expect(
    await during(`UPDATE account SET collections = ARRAY['bp'] WHERE username = 'researcher'`, save),
  ).toMatchObject({
    status: 409,
    serverMessage: RIGHTS_CHANGED,
  })
  expect(await during('DELETE FROM session', save)).toMatchObject({ status: 401 })
  const again = await server.callAs('researcher')
  expect(await during('DELETE FROM session', () => again(accountPassword, asked))).toMatchObject({ status: 401 })
  const admin = await server.callAs('admin')
  const edit = { variable_name: 'AGE', question: 'How old?', comment: 'Shorter' }
  const noAdmin = 'UPDATE account SET is_admin = FALSE'
  expect(await during(noAdmin, () => admin(variableEdit, edit))).toMatchObject({ status: 409 })
})

test('refuses a wrong old password or a weak new one, and counts attempts', async () => {
  const call = await server.callAs('researcher')
  const change = (current_password: string, password = NEW) => call(accountPassword, { current_password, password })
  expect(await change('wrong')).toMatchObject({ status: 422, issues: [{ path: 'current_password' }] })
  expect(await change(PASSWORD, 'short')).toMatchObject({ status: 422, issues: [{ path: 'password' }] })
  expect(await change(PASSWORD, 'researcher')).toMatchObject({ status: 422, issues: [{ path: 'password' }] })
  for (let guess = 0; guess < 10; guess++) await change(`guess ${guess}`)
  expect(await change(PASSWORD)).toMatchObject({ status: 429 })
})

test('lists the user’s own sessions and ends any of them; reveals no sessions of other users', async () => {
  const call = await server.callAs('researcher')
  server.clock.now += 5 * 60_000
  const elsewhere = await server.callAs('researcher')
  const other = await server.callAs('colleague')
  const listed = async () => valueOf(await call(accountSessions, {})).data
  const [first, second, ...more] = await listed()
  expect([first?.is_own, second?.is_own, more]).toEqual([true, false, []])
  expect(second?.begun_at).toBe(new Date(server.clock.now).toISOString())

  const end = { session_id: second?.session_id ?? '', current_password: PASSWORD }
  expect(await other(accountSessionEnd, end)).toMatchObject({ status: 404 })
  expect(await call(accountSessionEnd, { ...end, current_password: 'guess' })).toMatchObject({ status: 422 })
  expect((await elsewhere(cohortInfo, {})).ok).toBe(true)
  valueOf(await call(accountSessionEnd, end))
  expect(await elsewhere(cohortInfo, {})).toMatchObject({ status: 401 })
  expect(await listed()).toHaveLength(1)
  server.clock.now += 31 * 60_000
  const later = await server.callAs('researcher')
  expect(valueOf(await later(accountSessions, {})).data).toHaveLength(1)
})

test('each session shows the browser, if recorded, and nothing else of the header', async () => {
  const callFrom = async (userAgent: string) => {
    const fetch = server.newFetch()
    const call = createWireCall({
      fetch: (input, init) => {
        const headers = new Headers(init?.headers)
        headers.set('user-agent', userAgent)
        return fetch(input, { ...init, headers })
      },
      onUnauthorized: () => undefined,
    })
    valueOf(await call(login, { username: 'researcher', password: PASSWORD }))
    server.clock.now += 60_000
    return call
  }
  await callFrom('curl/8.5.0')
  await callFrom('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0')
  const call = await callFrom('Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0')
  const programs = async () => valueOf(await call(accountSessions, {})).data.map(({ program }) => program)
  expect(await programs()).toEqual(['Firefox on Linux', 'Firefox on Windows', 'Another program'])
  // Sessions of an earlier version lack it. Under the write lock, because last uses are being written.
  await withWriteLock(server.database, (connection) => connection.run(`UPDATE session SET program = NULL`))
  expect(await programs()).toEqual([null, null, null])
})

test('refuses a breached password with an error at its field', async () => {
  const careful = await createTestServer({ isBreached: (password) => Promise.resolve(password === NEW) })
  const call = await careful.callAs('researcher')
  const result = await call(accountPassword, { current_password: PASSWORD, password: NEW })
  expect(result).toMatchObject({
    status: 422,
    issues: [{ path: 'password', message: expect.stringContaining('stolen') }],
  })
  careful.close()
})

test('audits password changes, ended sessions and rate-limited logins, without passwords', async () => {
  const call = await server.callAs('researcher')
  await server.callAs('researcher')
  await call(accountPassword, { current_password: 'wrong', password: NEW })
  valueOf(await call(accountPassword, { current_password: PASSWORD, password: NEW }))
  const freshCall = createWireCall({ fetch: server.newFetch(), onUnauthorized: () => undefined })
  for (let guess = 0; guess < 11; guess++) await freshCall(login, { username: 'colleague', password: 'guess' })
  const admin = await server.callAs('admin')
  const { data } = valueOf(await admin(audit, {}))
  const entries = data.map(({ username, action, status }) => `${username} ${action} ${status}`)
  expect(entries).toContain('researcher POST /account/password 422')
  expect(entries).toContain('researcher POST /account/password 200')
  expect(entries.filter((line) => line === 'colleague POST /login 401')).toHaveLength(10)
  expect(entries).toContain('colleague POST /login 429')
  expect(JSON.stringify(data)).not.toMatch(/guess|wrong|longer/)
})

test('offers no account endpoints without the capability', async () => {
  const plain = await createTestServer({ capabilities: [] })
  const call = await plain.callAs('researcher')
  expect(await call(accountSessions, {})).toMatchObject({ status: 404 })
  plain.close()
})
