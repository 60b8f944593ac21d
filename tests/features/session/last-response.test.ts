// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastAnswer, noteAnswer } from '#features/session/last-response.ts'

const KEY = 'diver-last-answer'

let now: number
beforeEach(() => {
  localStorage.clear()
  // Later than in the tests before: the page itself never goes back in time.
  now = Math.max(lastAnswer(), Date.now()) + 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function respondAfter(milliseconds: number): void {
  now += milliseconds
  vi.setSystemTime(now)
  noteAnswer()
}

test('updates its own tab at once and other tabs within five seconds', () => {
  respondAfter(0)
  expect([lastAnswer(), Number(localStorage.getItem(KEY))]).toEqual([now, now])
  respondAfter(4_000)
  expect([lastAnswer(), Number(localStorage.getItem(KEY))]).toEqual([now, now - 4_000])
  respondAfter(1_000)
  expect(Number(localStorage.getItem(KEY))).toBe(now)
})

test('accepts a later response of another tab and ignores an earlier one', () => {
  respondAfter(0)
  localStorage.setItem(KEY, String(now + 60_000))
  expect(lastAnswer()).toBe(now + 60_000)
  localStorage.setItem(KEY, String(now - 60_000))
  expect(lastAnswer()).toBe(now)
  localStorage.setItem(KEY, 'no number')
  expect(lastAnswer()).toBe(now)
})

test('uses the responses of its own tab if the browser blocks storage', () => {
  const refuse = () => {
    throw new DOMException('The storage is blocked.', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  respondAfter(6_000)
  expect(lastAnswer()).toBe(now)
})
