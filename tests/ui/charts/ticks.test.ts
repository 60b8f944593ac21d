import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticksOf } from '#ui/charts/ticks.ts'

test('ticks are multiples of 1, 2 or 5 times a power of ten, within the range', () => {
  expect(ticksOf(0, 69, 5)).toEqual([0, 20, 40, 60])
  expect(ticksOf(16, 92, 8)).toEqual([20, 40, 60, 80])
  expect(ticksOf(0, 1, 5, 1)).toEqual([0, 1])
  expect(ticksOf(0, 0.3, 4)).toEqual([0, 0.1, 0.2, 0.3])
  expect(ticksOf(7, 7, 5)).toEqual([7])
})

test('ticks never leave the range, and are at most as many as asked', () => {
  const bound = fc.double({ min: -1e12, max: 1e12, noNaN: true })
  fc.assert(
    fc.property(bound, bound, fc.integer({ min: 2, max: 12 }), (one, other, most) => {
      const [low, high] = one < other ? [one, other] : [other, one]
      const ticks = ticksOf(low, high, most)
      const slack = 1e-9 * Math.max(Math.abs(low), Math.abs(high))
      expect(ticks.length).toBeLessThanOrEqual(most)
      expect(ticks.every((tick) => tick >= low - slack && tick <= high + slack)).toBe(true)
      expect(ticks).toEqual([...new Set(ticks)].toSorted((first, second) => first - second))
    }),
  )
})
