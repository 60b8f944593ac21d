import { expect, test } from 'vitest'
import { allEnded } from '#server/demo/make-demo-data.ts'

test('resolves with all values in order', async () => {
  expect(await allEnded([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two'])
})

test('rejects after all other promises have settled', async () => {
  let endSlow: () => void = () => undefined
  const slow = new Promise<void>((resolve) => (endSlow = resolve))
  let isReported = false
  const all = allEnded([Promise.reject(new Error('no room')), slow]).finally(() => (isReported = true))
  const reported = expect(all).rejects.toThrow('no room')
  // All other promises have settled.
  await new Promise((resolve) => setImmediate(resolve))
  expect(isReported).toBe(false)
  endSlow()
  await reported
  expect(isReported).toBe(true)
})
