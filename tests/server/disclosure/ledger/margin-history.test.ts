import { expect, test } from 'vitest'
import { publishedCells } from '#server/disclosure/ledger/margin-history.ts'
import { setOfPlaces, unionOf } from '#server/disclosure/ledger/participant-set.ts'

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
  const population = unionOf(cells.map(([, members]) => members))
  expect(publishedCells(cells, population, 3, null)).toEqual(['large', 'one'])
  expect(publishedCells(cells.toReversed(), population, 3, null)).toEqual(['large', 'one'])
})

test('an empty cell takes the smallest shown one with it, unless it is not listed', () => {
  const cells = [
    ['one', individuals(0, 6)],
    ['large', individuals(6, 20)],
  ] as const
  const population = individuals(0, 20)
  expect(publishedCells(cells, population, 3, ['one', 'large'])).toEqual(['large', 'one'])
  expect(publishedCells(cells, population, 3, ['one', 'large', 'empty'])).toEqual(['large'])
  expect(publishedCells(cells, population, 3, null)).toEqual(['large', 'one'])
})
