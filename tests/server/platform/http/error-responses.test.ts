import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { PATTERN_SECONDS_MAX } from '#domain/limits.ts'
import { CostsTooMuch } from '#server/model/nesting.ts'
import { PatternTooSlow } from '#server/platform/db/scope.ts'
import { respondToErrors, statusOf } from '#server/platform/http/error-responses.ts'
import { conflict } from '#server/platform/http/refusal.ts'

async function responseTo(error: Error): Promise<Response> {
  const app = new Hono()
  app.onError(respondToErrors(pino({ level: 'silent' })))
  app.get('/', () => {
    throw error
  })
  return app.request('/')
}

test('a pattern that takes too long is a problem of its field', async () => {
  const response = await responseTo(new PatternTooSlow())
  const message = expect.stringContaining(`more than ${PATTERN_SECONDS_MAX} seconds`)
  expect([response.status, await response.json()]).toEqual([
    422,
    { message, issues: [{ path: 'constraint_values', message }] },
  ])
})

test.each([
  [409, conflict('The name is taken.')],
  [422, new CostsTooMuch('Too many conditions.')],
  [503, Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
  [503, new Error('Out of Memory Error: could not allocate block')],
  [503, Object.assign(new Error('terminating connection'), { code: '57P01' })],
  [500, new Error('anything else')],
])('the audit log has the status of the response: %i', async (status, error) => {
  expect([(await responseTo(error)).status, statusOf(error)]).toEqual([status, status])
})
