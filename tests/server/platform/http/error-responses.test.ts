import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { PATTERN_SECONDS_MAX } from '#domain/limits.ts'
import { CostsTooMuch } from '#server/model/nesting.ts'
import { PatternTooSlow } from '#server/platform/db/scope.ts'
import { respondToErrors, statusOf } from '#server/platform/http/error-responses.ts'
import { conflict } from '#server/platform/http/refusal.ts'

async function responseTo(error: Error, log = pino({ level: 'silent' })): Promise<Response> {
  const app = new Hono()
  app.onError(respondToErrors(log))
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
  [503, new Error('INTERRUPT Error: Interrupted!')],
  [503, Object.assign(new Error('canceling statement due to user request'), { code: '57014' })],
  [500, new Error('anything else')],
])('the audit log has the status of the response: %i', async (status, error) => {
  expect([(await responseTo(error)).status, statusOf(error)]).toEqual([status, status])
})

test.each([
  ['an interrupted statement', 0, new Error('INTERRUPT Error: Interrupted!')],
  ['a failure', 1, new Error('anything else')],
])('the log of errors has %s %i times', async (_says, times, error) => {
  const lines: string[] = []
  await responseTo(error, pino({}, { write: (line) => void lines.push(line) }))
  expect(lines).toHaveLength(times)
})
