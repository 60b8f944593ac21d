import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { publishedCells, hiddenCells } from '#server/disclosure/complementary-suppression.ts'
import { setOfPlaces, unionOf } from '#server/disclosure/participant-set.ts'

/** Participants of an index range. */
const individuals = (from: number, end: number) =>
  setOfPlaces(
    Array.from({ length: end - from }, (_, nth) => from + nth),
    4,
  )

test('complementary suppression of cells of equal size does not depend on their order', () => {
  const cells = [
    ['small', individuals(0, 2)],
    ['one', individuals(2, 8)],
    ['two', individuals(8, 14)],
    ['large', individuals(14, 30)],
  ] as const
  const population = unionOf(cells.map(([, own]) => own))
  expect(publishedCells(cells, population, 3)).toEqual(['large', 'one'])
  expect(publishedCells(cells.toReversed(), population, 3)).toEqual(['large', 'one'])
})

test('suppresses small counts and enough others to reach the minimum in total', () => {
  expect(hiddenCells([10, 20, 30], 5)).toEqual([false, false, false])
  expect(hiddenCells([1, 20, 30], 5)).toEqual([true, true, false])
  expect(hiddenCells([1, 2, 30, 40], 5)).toEqual([true, true, true, false])
  expect(hiddenCells([0, 4, 4, 30], 5)).toEqual([false, true, true, false])
  expect(hiddenCells([2], 5)).toEqual([true])
  expect(hiddenCells([1, 2], 0)).toEqual([false, false])
})

test('suppressed counts cannot be derived from the total, unless all counts are suppressed', () => {
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
