import { expect, test } from 'vitest'
import { createStatementShares } from '#server/modules/downloads/stream/concurrency.ts'

const signal = new AbortController().signal

/** Work that ends on demand. */
function work() {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const state = { hasBegun: false, end: () => end() }
  return {
    ...state,
    run: () => {
      state.hasBegun = true
      return ended
    },
    hasBegun: () => state.hasBegun,
  }
}

test('runs statements in FIFO order while their shares are free', async () => {
  const { run } = createStatementShares(() => 2)
  const [one, other, large, small] = [work(), work(), work(), work()]
  const runs = [
    run(1, signal, one.run),
    run(1, signal, other.run),
    run(2, signal, large.run),
    run(1, signal, small.run),
  ]
  expect([one, other, large, small].map(({ hasBegun }) => hasBegun())).toEqual([true, true, false, false])
  one.end()
  await runs[0]
  // FIFO: the small one waits, otherwise the large one would starve.
  expect([large.hasBegun(), small.hasBegun()]).toEqual([false, false])
  other.end()
  await runs[1]
  await Promise.resolve()
  expect([large.hasBegun(), small.hasBegun()]).toEqual([true, false])
  large.end()
  small.end()
  await Promise.all(runs)
  expect(small.hasBegun()).toBe(true)
})

test('a statement larger than all shares runs alone; a failed or aborted one returns its share', async () => {
  const { run } = createStatementShares(() => 1)
  await expect(run(5, signal, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  const one = work()
  const running = run(1, signal, one.run)
  const controller = new AbortController()
  const abortedRun = run(1, controller.signal, () => Promise.resolve('never'))
  const next = run(1, signal, () => Promise.resolve('next'))
  controller.abort()
  await expect(abortedRun).rejects.toThrow(/abort/i)
  one.end()
  await running
  expect(await next).toBe('next')
})
