import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, type Listening } from '#server/platform/http/listen.ts'
import { bytesUntilClosed } from '#tests/support/raw-connection.ts'

const PATIENCE = {
  headersTimeout: 200,
  requestTimeout: 400,
  connectionsCheckingInterval: 50,
  discardBytes: 1_000,
  discardMilliseconds: 100,
  connectionsMax: 2,
}

let listening: Listening
beforeAll(async () => {
  const respond = async (request: Request) => new Response(await request.text())
  listening = await listen(respond, { host: '127.0.0.1', port: 0 }, PATIENCE)
})
afterAll(() => listening.drain())

test.each([
  ['headers', 'POST / HTTP/1.1\r\nHost: here\r\nX-Slow: '],
  ['a body', 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nhalf'],
])('closes the connection of a client that never finishes %s', async (_, text) => {
  expect(await bytesUntilClosed(listening.address, text)).toMatch(/^(HTTP\/1\.1 408 |$)/)
})

test('refuses a request with two body lengths', async () => {
  const smuggled =
    'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /'
  expect(await bytesUntilClosed(listening.address, smuggled)).toMatch(/^HTTP\/1\.1 400 /)
})

test('closes connections beyond the limit, and accepts new ones once others end', async () => {
  const whole = 'GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n'
  const slow = [1, 2].map(() => bytesUntilClosed(listening.address, 'GET / HTTP/1.1\r\n'))
  expect(await bytesUntilClosed(listening.address, whole)).toBe('')
  await Promise.all(slow)
  expect(await bytesUntilClosed(listening.address, whole)).toMatch(/^HTTP\/1\.1 200 /)
})
