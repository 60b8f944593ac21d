import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cohortPreview } from '#contract/cohorts.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { respondToErrors } from '#server/platform/http/error-responses.ts'
import { createTestServer, PASSWORD, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const DRAFT = { parent_id: 1, cohort_type: 'pedigree' } as const

test('refuses a request that exceeds the memory with a message', async () => {
  const { database } = server
  const app = new Hono()
  app.onError(respondToErrors(pino({ level: 'silent' })))
  app.get('/', async (context) => {
    await database.withConnection(async (connection) => {
      await connection.run(`SET temp_directory = ''`)
      await connection.run(`SET memory_limit = '32MiB'`)
      await connection.run(
        'CREATE TEMPORARY TABLE large AS SELECT hash(number) AS number FROM range(9000000) AS of(number)',
      )
    })
    return context.json({})
  })
  const response = await app.request('/')
  await database.withConnection((connection) => connection.run(`SET memory_limit = '512MiB'`))
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 503,
    body: { message: 'This takes more memory than the server has. Please ask for less at once.' },
  })
})

test('does not start aborted work', async () => {
  const post = (path: string, body: object, cookie = '', signal = new AbortController().signal) =>
    server.app.request(`${API_PREFIX}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
      signal,
    })
  const login = await post('/login', { username: 'researcher', password: PASSWORD })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const response = await post(cohortPreview.path, DRAFT, cookie, AbortSignal.abort())
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 503,
    body: { message: 'Nobody waits for this answer any more.' },
  })
})
