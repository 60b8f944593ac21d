import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { hiddenCells } from '#server/disclosure/hidden-cells.ts'

it('suppresses small counts and enough others to reach the minimum in total', () => {
  expect(hiddenCells([10, 20, 30], 5)).toEqual([false, false, false])
  expect(hiddenCells([1, 20, 30], 5)).toEqual([true, true, false])
  expect(hiddenCells([1, 2, 30, 40], 5)).toEqual([true, true, true, false])
  expect(hiddenCells([0, 4, 4, 30], 5)).toEqual([false, true, true, false])
  expect(hiddenCells([2], 5)).toEqual([true])
  expect(hiddenCells([1, 2], 0)).toEqual([false, false])
})

it('suppressed counts cannot be derived from the total, unless all counts are suppressed', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(12)), fc.nat(8), (counts, minimum) => {
      const hidden = hiddenCells(counts, minimum)
      const within = counts.filter((_, place) => hidden[place])
      expect(counts.every((count, place) => hidden[place] || count === 0 || count >= minimum)).toBe(true)
      if (within.length === 0) return
      const isAll = within.length === counts.filter((count) => count > 0).length
      const sum = within.reduce((total, count) => total + count, 0)
      expect(isAll || (within.length >= 2 && sum >= minimum)).toBe(true)
    }),
  )
})
