import { expect, test } from 'vitest'
import { createPairMemo } from '#server/platform/cache/pair-memo.ts'

test('computes once for each pair of objects', () => {
  const memo = createPairMemo<number>()
  let computed = 0
  const next = () => ++computed
  const [a, b] = [{}, {}]
  expect([memo(a, b, next), memo(a, b, next), memo(b, a, next), memo(a, a, next), memo(a, b, next)]).toEqual([
    1, 1, 2, 3, 1,
  ])
  expect(memo({}, b, next)).toBe(4)
})
