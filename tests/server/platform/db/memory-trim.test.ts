import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { trimMemory } from '#server/platform/db/memory-trim.ts'

const MEGABYTE = 1024 * 1024
const LIMIT = 416 * MEGABYTE
const SMALL = 400 * MEGABYTE
const LARGE = 900 * MEGABYTE

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A process of a given size, whose trims free `freed` bytes or fail. */
function processOf(size: number, { freed = 0, failures = 0 } = {}) {
  const state = { size, trims: 0 }
  const fitMemory = () => {
    state.trims++
    if (state.trims <= failures) return Promise.reject(new Error('Out of Memory'))
    state.size -= freed
    return Promise.resolve()
  }
  const watch = trimMemory({ memoryLimit: () => LIMIT, fitMemory }, () => state.size)
  return { state, watch }
}

test('leaves a small process alone', async () => {
  const { state } = processOf(SMALL)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.trims).toBe(0)
})

test('trims a large process once, and again when it has grown', async () => {
  const { state } = processOf(LARGE)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.trims).toBe(1)
  state.size += 40 * MEGABYTE
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.trims).toBe(2)
})

test('trims again at the first threshold after a trim that freed memory', async () => {
  const { state } = processOf(LARGE, { freed: 300 * MEGABYTE })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(state).toMatchObject({ trims: 1, size: 600 * MEGABYTE })
  state.size = LARGE
  await vi.advanceTimersByTimeAsync(1_000)
  expect(state).toMatchObject({ trims: 2, size: 600 * MEGABYTE })
})

test('goes on after a trim that the database refuses', async () => {
  const { state } = processOf(LARGE, { failures: 1, freed: 300 * MEGABYTE })
  await vi.advanceTimersByTimeAsync(500)
  state.size += 40 * MEGABYTE
  await vi.advanceTimersByTimeAsync(500)
  expect(state).toMatchObject({ trims: 2, size: LARGE - 260 * MEGABYTE })
})

test('stops with the server', async () => {
  const { state, watch } = processOf(LARGE)
  watch.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.trims).toBe(0)
})
