import { afterEach, beforeEach, expect, test } from 'vitest'
import { login } from '#contract/session.ts'
import { API_PREFIX, LOGIN_BYTES_MAX } from '#domain/limits.ts'
import { createTestServer, PASSWORD, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

async function statusOf(username: string, password: string): Promise<number> {
  return (await post(JSON.stringify({ username, password }))).status
}

async function post(body: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return server.app.request(`${API_PREFIX}${login.path}`, { method: 'POST', headers, body })
}

test('refuses an oversized login before reading it', async () => {
  expect(await statusOf('x'.repeat(LOGIN_BYTES_MAX), 'guess')).toBe(413)
  const widest = { username: '\u{1F600}'.repeat(127), password: 'ü'.repeat(1_000) }
  expect((await post(JSON.stringify(widest))).status).toBe(401)
})

test('accepts any number of concurrent logins with the right password', async () => {
  const statuses = await Promise.all(Array.from({ length: 40 }, () => statusOf('researcher', PASSWORD)))
  expect(statuses).toEqual(Array.from({ length: 40 }, () => 200))
})

test('checks only ten of many concurrent logins with a wrong password', async () => {
  const statuses = await Promise.all(Array.from({ length: 30 }, () => statusOf('researcher', 'guess')))
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
})

test('the Retry-After of a locked account is exact', async () => {
  for (let guess = 0; guess < 10; guess++) {
    await statusOf('researcher', 'guess')
    server.clock.now += 60_000
  }
  const wait = Number((await post('{"username":"researcher","password":"guess"}')).headers.get('retry-after'))
  expect(wait).toBe(5 * 60)
  server.clock.now += (wait - 1) * 1_000
  expect(await statusOf('researcher', PASSWORD)).toBe(429)
  server.clock.now += 1_000
  expect(await statusOf('researcher', PASSWORD)).toBe(200)
})

test('without a trusted proxy, failed logins lock only their own account, whatever their number', async () => {
  for (let guess = 0; guess < 10; guess++) await statusOf('researcher', 'guess')
  for (let name = 0; name < 300; name++) await statusOf(`nobody${name}`, 'guess')
  expect(await statusOf('researcher', PASSWORD)).toBe(429)
  expect(await statusOf('colleague', PASSWORD)).toBe(200)
})
