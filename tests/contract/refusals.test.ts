import { afterAll, beforeAll, expect, test } from 'vitest'
import * as cohorts from '#contract/cohorts.ts'
import * as projects from '#contract/projects.ts'
import * as session from '#contract/session.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { contractCalls, type ContractCall } from '#tests/support/contract-calls.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

const OPEN = new Set(['/login', '/logout', '/version', '/userinfo', '/openapi.json', '/exchange/schema', '/health'])
const CALLS = await contractCalls()

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

test.each(CALLS.filter(({ path }) => !OPEN.has(path)))('$method $path returns 401 without a session', async (row) => {
  const response = await send(row)
  expect([response.status, await response.json()]).toEqual([401, { message: 'Please log in.' }])
})

test('covers all endpoints of the contract', () => {
  expect(CALLS.length).toBeGreaterThanOrEqual(40)
})

test.each([
  { origin: 'https://elsewhere.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'null' },
])('refuses a change from another site: %o', async (headers) => {
  for (const row of [session.login, session.logout, projects.projectNew, cohorts.cohortDelete]) {
    expect((await send(row, headers)).status).toBe(403)
  }
  expect((await send(session.version, headers)).status).toBe(200)
})

test('accepts requests from pages of the same site', async () => {
  const fetch = await server.fetchAs('admin')
  const response = await fetch(`http://localhost${API_PREFIX}/project/current`, {
    method: 'POST',
    headers: { origin: 'http://localhost', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: '{"projectid": 1}',
  })
  expect([response.status, await response.json()]).toEqual([200, { projectid: 1 }])
})

test('reports an invalid payload with its path', async () => {
  const fetch = await server.fetchAs('admin')
  const post = (body: string, type = 'application/json; charset=utf-8') =>
    fetch(`${API_PREFIX}/cohort/new`, { method: 'POST', headers: { 'content-type': type }, body })
  const response = await post('{"parent_id": "x", "cohort_type": "subset"}')
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      message: 'The request could not be understood.',
      issues: [{ path: 'parent_id', message: expect.stringContaining('Invalid type') }],
    },
  ])
  expect((await post('{not json')).status).toBe(400)
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
    const refused = await post('{"parent_id": 1, "cohort_type": "subset"}', type)
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { issues: [{ path: '', message: 'The body must be of the type application/json.' }] },
    ])
  }
  expect((await post(`"${'x'.repeat(2_000_000)}"`)).status).toBe(413)
})

test('refuses a definition of more than two levels, however deep', async () => {
  const fetch = await server.fetchAs('admin')
  const depth = 20_000
  const group = '{"relationship": "AND", "constraints": ['
  const definition = `${group.repeat(depth)}${']}'.repeat(depth)}`
  for (const path of ['/construct/new', '/construct/preview']) {
    const response = await fetch(`${API_PREFIX}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"name": "DEEP", "construct_type": "multiple", "variables": ["AGE"],
        "values": [{"name": "a", "definition": ${definition}}]}`,
    })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { message: 'The request could not be understood.' },
    ])
  }
})

test('returns 404 for unknown endpoints, and security headers with every response', async () => {
  const response = await server.app.request(`${API_PREFIX}/nothing`)
  expect(response.status).toBe(404)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-security-policy': expect.stringContaining(`script-src 'self'; style-src 'self'`),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  })
  expect(response.headers.get('content-security-policy')).not.toContain('unsafe-inline')
  expect(response.headers.get('content-security-policy')).toContain(
    `require-trusted-types-for 'script'; trusted-types 'none'`,
  )
})

test('uses the first value of a duplicate query parameter', async () => {
  const fetch = await server.fetchAs('admin')
  const response = await fetch(`${API_PREFIX}/cohort/info?cohortid=1&cohortid=2`)
  expect([response.status, (await response.json()).cohorts[0].cohortid]).toEqual([200, 1])
})

test('a request over TLS gets an HSTS header', async () => {
  const strict = async (url: string) => (await server.app.request(url)).headers.get('strict-transport-security')
  expect(await strict(`https://localhost${API_PREFIX}/version`)).toBe('max-age=31536000; includeSubDomains')
  expect(await strict(`http://localhost${API_PREFIX}/version`)).toBeNull()
})

function send({ method, path }: Pick<ContractCall, 'method' | 'path'>, headers: Record<string, string> = {}) {
  return server.app.request(`${API_PREFIX}${path}`, { method, headers, ...(method === 'POST' && { body: '{}' }) })
}
