import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { PATTERN_SECONDS_MAX } from '#domain/limits.ts'
import { PatternTooSlow } from '#server/platform/db/scope.ts'
import { respondToErrors } from '#server/platform/http/error-responses.ts'

test('a pattern that takes too long is a problem of its field', async () => {
  const app = new Hono()
  app.onError(respondToErrors(pino({ level: 'silent' })))
  app.get('/', () => {
    throw new PatternTooSlow()
  })
  const response = await app.request('/')
  const message = expect.stringContaining(`more than ${PATTERN_SECONDS_MAX} seconds`)
  expect([response.status, await response.json()]).toEqual([
    422,
    { message, issues: [{ path: 'constraint_values', message }] },
  ])
})
