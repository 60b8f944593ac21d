import { expect, test } from 'vitest'
import { SMALL_EXPECTED, testGroups } from '#domain/statistics/group-tests.ts'
import { summaryOf } from '#domain/statistics/summary-of-counts.ts'

function groupOf(numbers: readonly number[]) {
  const { mean, sd } = summaryOf(numbers.map((number) => [number, 1]))
  return { answered: numbers.length, unknown: 0, categories: null, mean, sd }
}

const groupOfCounts = (counts: readonly number[]) => ({
  answered: counts.reduce((sum, count) => sum + count, 0),
  unknown: 0,
  categories: counts.map((count, place): [string, number] => [String(place), count]),
  mean: null,
  sd: null,
})

/** The values are the output of group-tests.R. */
test('compares more than two means as R does, for unequal variances', () => {
  const groups = [
    [11, 17, 12, 19, 14],
    [23, 10, 21, 15, 18, 13],
    [25, 31, 22, 40],
  ].map(groupOf)
  const { p, test: name } = testGroups({ dataType: 'numberrange', groups, ranks: null, hasMedians: false })
  expect(name).toBe('Welch’s analysis of variance')
  expect('value' in p && p.value).toBeCloseTo(0.038918788219, 10)
})

test('tests a table larger than 2×2 only if no expected count is below 5', () => {
  const tested = (...rows: readonly (readonly number[])[]) =>
    testGroups({ dataType: 'categorical', groups: rows.map(groupOfCounts), ranks: null, hasMedians: false })
  const { p } = tested([12, 9, 20], [15, 8, 30])
  expect('value' in p && p.value).toBeCloseTo(0.645812037666, 10)
  expect(tested([12, 1, 20], [15, 8, 30])).toEqual({ p: { because: SMALL_EXPECTED }, test: '' })
  expect(tested([1, 20], [8, 30]).test).toBe('Fisher’s exact test')
})
