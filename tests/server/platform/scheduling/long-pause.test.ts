import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countWaitedFor, createLongPause } from '#server/platform/scheduling/yield.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A pause after a slice of work, and whether the work goes on. */
function pauseAfterWork() {
  const pause = createLongPause()
  vi.advanceTimersByTime(10)
  const state = { goesOn: false }
  const goOn = async () => {
    await pause()
    state.goesOn = true
  }
  return { state, paused: goOn() }
}

/** Lets each microtask and immediate run: only timers stand still. */
async function settle() {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}

test('long work goes on when the requests beside it are answered', async () => {
  const [endOne, endOther] = [countWaitedFor(), countWaitedFor()]
  const { state, paused } = pauseAfterWork()
  await settle()
  endOne()
  endOne()
  await settle()
  expect(state.goesOn).toBe(false)
  endOther()
  await paused
  expect(state.goesOn).toBe(true)
})

test('long work is not stopped by requests without end', async () => {
  const end = countWaitedFor()
  const { state, paused } = pauseAfterWork()
  await settle()
  expect(state.goesOn).toBe(false)
  vi.advanceTimersByTime(60)
  await paused
  expect(state.goesOn).toBe(true)
  end()
})

test('a request that takes long, as one that waits for the write lock, is not waited for', async () => {
  const end = countWaitedFor()
  vi.advanceTimersByTime(500)
  const { state, paused } = pauseAfterWork()
  await paused
  expect(state.goesOn).toBe(true)
  end()
})
