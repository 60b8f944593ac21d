import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendEarly } from '#api/early-responses.ts'
import { CHANGE_KEY } from '#contract/endpoint.ts'

/** Answers each request with its place in the order of requests. */
function counting(status = 200) {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (input) => {
    if (typeof input === 'string') asked.push(input)
    return Promise.resolve(new Response(String(asked.length), { status }))
  }
  return { asked, fetch }
}

const textOf = async (response: Promise<Response>) => (await response).text()

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('takes the response of an early request once', async () => {
  const { asked, fetch } = counting()
  const early = sendEarly(fetch, ['/one', '/two'])
  expect(asked).toEqual(['/one', '/two'])
  expect(await textOf(early.fetch('/two'))).toBe('2')
  expect(await textOf(early.fetch('/two'))).toBe('3')
  expect(await textOf(early.fetch('/one', { method: 'GET' }))).toBe('1')
  expect(asked).toEqual(['/one', '/two', '/two'])
})

test.each([
  ['was refused', () => counting(401).fetch],
  ['failed', () => () => Promise.reject(new TypeError('no connection'))],
])('asks again for what %s', async (_, failing) => {
  const { asked, fetch } = counting()
  let isFirst = true
  const early = sendEarly(
    (...request) => {
      const send = isFirst ? failing() : fetch
      isFirst = false
      return send(...request)
    },
    ['/one'],
  )
  expect(await textOf(early.fetch('/one'))).toBe('1')
  expect(asked).toEqual(['/one'])
})

test.each([
  [
    'a change',
    (early: ReturnType<typeof sendEarly>) =>
      void early.fetch('/save', { method: 'POST', headers: { [CHANGE_KEY]: 'k' } }),
  ],
  ['some seconds', () => void vi.advanceTimersByTime(11_000)],
  ['the end of the session', ({ drop }: ReturnType<typeof sendEarly>) => drop()],
])('takes no response after %s', async (_, happens) => {
  const { asked, fetch } = counting()
  const early = sendEarly(fetch, ['/one'])
  happens(early)
  await early.fetch('/one')
  expect(asked.filter((one) => one === '/one')).toHaveLength(2)
})

test('an aborted request fails at once, even if the early response has not arrived', async () => {
  const ending = new AbortController()
  const early = sendEarly(
    (_, init) => (init?.signal?.aborted ? Promise.reject(init.signal.reason) : new Promise(() => undefined)),
    ['/one'],
  )
  const response = early.fetch('/one', { signal: ending.signal })
  ending.abort(new Error('no longer needed'))
  await expect(response).rejects.toThrow('no longer needed')
})

test.each([200, 401])('reads the body of a response with status %i that no screen takes', async (status) => {
  const response = new Response('unread', { status })
  sendEarly(() => Promise.resolve(response), ['/one'])
  await vi.waitFor(() => expect(response.bodyUsed).toBe(true))
})

test('a taken response has the status and the headers of the early one', async () => {
  const headers = { 'content-type': 'application/json' }
  const early = sendEarly(() => Promise.resolve(new Response('{"a":1}', { status: 206, headers })), ['/one'])
  const response = await early.fetch('/one')
  expect([response.status, response.headers.get('content-type')]).toEqual([206, 'application/json'])
  expect(await response.json()).toEqual({ a: 1 })
})
