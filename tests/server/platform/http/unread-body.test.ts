import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_PREFIX } from '#domain/limits.ts'
import { listen, type Listening } from '#server/platform/http/listen.ts'
import { bytesUntilClosed } from '#tests/support/raw-connection.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

const PATIENCE = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  discardBytes: 1_000_000,
  discardMilliseconds: 200,
  connectionsMax: 100,
}
const LIMIT = 10_000
const TOO_LARGE = `"${'x'.repeat(2 * LIMIT)}"`

let server: TestServer
let listening: Listening
let handled: string[] = []
beforeAll(async () => {
  server = await createTestServer({ bodyLimit: LIMIT })
  const fetch = (request: Request, env: object) => {
    handled.push(new URL(request.url).pathname)
    return server.app.fetch(request, env)
  }
  listening = await listen(fetch, { host: '127.0.0.1', port: 0 }, PATIENCE)
})
afterAll(async () => {
  await listening.drain()
  server.close()
})

/** Status and `Connection` header of each response, and the handled paths. */
async function responsesTo(text: string) {
  handled = []
  const received = await bytesUntilClosed(listening.address, text)
  const responses = Array.from(
    received.matchAll(/HTTP\/1\.1 (\d+) .*?\r\nConnection: ([\w-]+)\r\n/gis),
    ([, status, connection]) => `${status} ${connection?.toLowerCase()}`,
  )
  return { responses, handled }
}

function request(line: string, headers: readonly string[], body = ''): string {
  const all = ['Host: here', 'Content-Type: application/json', ...headers]
  return `${line} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n${body}`
}

const LOGIN = `${API_PREFIX}/login`
const NEXT = request(`GET ${API_PREFIX}/version`, [])
const inOneChunk = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`

test.each([
  ['whole', request(`POST ${LOGIN}`, [`Content-Length: ${TOO_LARGE.length}`], TOO_LARGE)],
  ['announced only', request(`POST ${LOGIN}`, ['Content-Length: 5000000'])],
])('a body that is too large (%s) closes the connection, and no further request is handled', async (_, text) => {
  expect(await responsesTo(`${text}${NEXT}`)).toEqual({ responses: ['413 close'], handled: [LOGIN] })
})

test('refuses a body of unknown length before reading it, and handles no further request', async () => {
  const text = request(`POST ${LOGIN}`, ['Transfer-Encoding: chunked'], inOneChunk('{}'))
  expect(await responsesTo(`${text}${NEXT}`)).toEqual({ responses: ['411 close'], handled: [LOGIN] })
})

test.each([
  ['no session', 'POST', '/cohort/new', 401],
  ['no such call', 'POST', '/nothing', 404],
  ['an unread body', 'GET', '/version', 200],
])('the rest of a refused body never becomes a request: %s', async (_, method, path, status) => {
  const text = request(`${method} ${API_PREFIX}${path}`, ['Content-Length: 5000'], NEXT)
  expect(await responsesTo(text)).toEqual({ responses: [`${status} close`], handled: [`${API_PREFIX}${path}`] })
})

test('a complete refused body keeps the connection open, and the next request is handled', async () => {
  const refused = request(`POST ${API_PREFIX}/cohort/new`, ['Content-Length: 4000'], 'x'.repeat(4_000))
  const last = request(`GET ${API_PREFIX}/version`, ['Connection: close'])
  expect(await responsesTo(`${refused}${last}`)).toEqual({
    responses: ['401 keep-alive', '200 close'],
    handled: [`${API_PREFIX}/cohort/new`, `${API_PREFIX}/version`],
  })
})

test('handles pipelined requests in sequence, up to a limit', async () => {
  const last = request(`GET ${API_PREFIX}/nothing`, ['Connection: close'])
  const { responses } = await responsesTo(`${NEXT.repeat(3)}${last}`)
  expect(responses).toEqual(['200 keep-alive', '200 keep-alive', '200 keep-alive', '404 close'])
  expect((await responsesTo(NEXT.repeat(1_000))).handled.length).toBeLessThan(20)
})
