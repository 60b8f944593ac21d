import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { accessLog, compressedResponses, jsonResponse } from '#server/platform/http/response-middleware.ts'

test('a log line has the beginning of a long path, and no query', async () => {
  const lines: unknown[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const app = new Hono()
  app.use(accessLog(log, () => 0))
  await app.request(`/${'x'.repeat(15_000)}?q=secret`)
  expect(lines).toEqual([
    { level: 30, method: 'GET', path: `/${'x'.repeat(199)}`, status: 404, milliseconds: 0, msg: 'answered' },
  ])
})

test.each([
  { name: 'small', answer: { text: 'é' }, accepts: 'gzip', encoding: null },
  { name: 'larger than a packet', answer: { text: 'é'.repeat(2_000) }, accepts: 'br, gzip', encoding: 'gzip' },
  { name: 'compressed aside', answer: { text: 'é'.repeat(200_000) }, accepts: 'gzip', encoding: 'gzip' },
  { name: 'for a client without gzip', answer: { text: 'é'.repeat(2_000) }, accepts: 'identity', encoding: null },
])('an answer, $name, is the same JSON and compressed once', async ({ answer, accepts, encoding }) => {
  const app = new Hono()
  app.use(compressedResponses)
  app.get('/', (context) => jsonResponse(context, answer))
  const response = await app.request('/', { headers: { 'accept-encoding': accepts } })
  const { headers } = response
  expect([headers.get('content-type'), headers.get('content-encoding')]).toEqual(['application/json', encoding])
  expect(headers.get('vary')).toBe('accept-encoding')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(JSON.parse((encoding === null ? bytes : gunzipSync(bytes)).toString())).toEqual(answer)
})
