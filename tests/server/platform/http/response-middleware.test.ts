import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { accessLog } from '#server/platform/http/response-middleware.ts'

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
