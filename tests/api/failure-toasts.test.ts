import * as v from 'valibot'
import { describe, expect, it, test } from 'vitest'
import { createCall } from '#api/call.ts'
import { createConnection } from '#api/connection.ts'
import { createOpenFile, createSendBytes } from '#api/files.ts'
import type { Call, Result } from '#api/result.ts'
import { cohortInfo, cohortNew } from '#contract/cohorts.ts'
import { endpoint, type Endpoint } from '#contract/endpoint.ts'
import { login, userinfo } from '#contract/session.ts'
import { CODE_NEEDED } from '#domain/messages.ts'
import { contractCalls } from '#tests/support/contract-calls.ts'

const json = (body: string, status: number) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } })

/** A failure of a request and its toast, with the context sentence. */
const CASES = [
  ['a server message', () => json('{"message":"The disk is full."}', 500), 'The disk is full.'],
  ['no message', () => json('{}', 409), null],
  ['a plain 500', () => new Response('', { status: 500 }), null],
  ['an unreadable response', () => json('{"cohorts": [{', 200), null],
  [
    'no network',
    () => {
      throw new TypeError('Failed to fetch')
    },
    null,
  ],
] as const

function toastsOf(answer: () => Response) {
  const toasts: string[] = []
  const settings = {
    fetch: async () => answer(),
    onUnauthorized: () => undefined,
    onFailure: (toast: string) => toasts.push(toast),
  }
  return { toasts, settings }
}

const calls = await contractCalls()

describe.each(calls.map(({ method, path, changes }) => ({ method, path, changes })))('$method $path', (row) => {
  const context = 'Unable to do it.'
  const called: Endpoint<object, unknown, object> = endpoint({
    method: row.method,
    path: `/${row.path.slice(1)}`,
    summary: 'Does it.',
    input: v.object({}),
    answer: v.object({ there: v.string() }),
    ...(row.changes && { changes: row.changes }),
    failure: () => context,
  })

  it.each(CASES)('shows one toast for %s', async (_name, answer, message) => {
    const { toasts, settings } = toastsOf(answer)
    expect(await createCall(settings)(called, {})).toMatchObject({ ok: false })
    const deleted = message === null ? context : `${context} ${message}`
    expect(toasts).toEqual([row.method === 'DELETE' ? deleted : (message ?? context)])
  })
})

test('shows a toast for uploaded and opened files too', async () => {
  const { toasts, settings } = toastsOf(() => json('{"message":"The disk is full."}', 500))
  const { signal } = new AbortController()
  await createSendBytes(settings)(cohortInfo, {}, new Blob(['a']), { signal })
  await createOpenFile(settings)(cohortInfo, {}, { signal })
  expect(toasts).toEqual(['The disk is full.', 'The disk is full.'])
})

test('shows one toast for a repeated change, after its last attempt', async () => {
  let sent = 0
  const { toasts, settings } = toastsOf(() => {
    sent += 1
    if (sent < 3) throw new TypeError('Failed to fetch')
    return json('{"message":"The disk is full."}', 500)
  })
  const connection = createConnection({ ping: () => Promise.resolve(true), later: () => () => undefined })
  await createCall({ ...settings, connection, knowsChangeKeys: () => true })(cohortNew, DRAFT)
  expect([sent, toasts]).toEqual([3, ['The disk is full.']])
})

test('shows no toast for an aborted or cancelled request', async () => {
  const { toasts, settings } = toastsOf(() => {
    throw new TypeError('Failed to fetch')
  })
  const stop = new AbortController()
  stop.abort()
  await expect(createCall(settings)(cohortInfo, {}, { signal: stop.signal })).rejects.toThrow()
  const connection = createConnection({ ping: () => Promise.resolve(false), later: () => () => undefined })
  connection.subscribe(({ waiting }) => {
    if (waiting > 0) connection.giveUp()
  })
  await createCall({ ...settings, connection, knowsChangeKeys: () => true })(cohortNew, DRAFT)
  expect(toasts).toEqual([])
})

test.each<[string, (call: Call) => Promise<Result<unknown>>, Response]>([
  ['the end of a session', (call) => call(cohortInfo, {}), json('{"message":"Please log in."}', 401)],
  ['a server that prepares its data', (call) => call(userinfo, {}), json('{}', 503)],
  ['a missing one-time code', (call) => call(login, CREDENTIALS), json(`{"message":"${CODE_NEEDED}"}`, 401)],
  ['an edit of an outdated version', (call) => call(cohortInfo, {}), json('{"message":"Changed."}', 412)],
  ['a status that the caller handles', (call) => call(cohortInfo, {}, { silent: [404] }), json('{}', 404)],
  ['a background call', (call) => call(cohortInfo, {}, { silent: 'all' }), json('{}', 500)],
])('shows no toast for %s', async (_name, ask, answer) => {
  const { toasts, settings } = toastsOf(() => answer)
  expect(await ask(createCall(settings))).toMatchObject({ ok: false })
  expect(toasts).toEqual([])
})

test('shows one toast for a refused login', async () => {
  const { toasts, settings } = toastsOf(() => json('{"message":"The user name or the password is wrong."}', 401))
  await createCall(settings)(login, CREDENTIALS)
  expect(toasts).toEqual(['The user name or the password is wrong.'])
})

const CREDENTIALS = { username: 'a', password: 'b' }
const DRAFT = {
  parentId: 1,
  cohortType: 'subset',
  variable: 'AGE',
  constraintType: 'VALID',
  name: 'Aged',
} as const
