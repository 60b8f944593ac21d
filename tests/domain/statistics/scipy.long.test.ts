import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { chiSquareTest, fisherTest } from '#domain/statistics/category-tests.ts'
import { differenceOfCategories, differenceOfMeans } from '#domain/statistics/group-differences.ts'
import { analysisOfVariance, kruskalWallisTest, welchTest, type Moments } from '#domain/statistics/number-tests.ts'
import { ranksOf, summaryOf, type CountedNumber } from '#domain/statistics/summary-of-counts.ts'
import { figuresOfScipy } from '#tests/support/scipy.ts'
import { SCIPY } from '#tests/support/script-tools.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const RUNS = 150
const SEED = 1

/** Ties, negatives and fractions; groups of one. */
const number = fc.oneof(
  fc.integer({ min: -3, max: 5 }),
  fc
    .double({ min: -1e4, max: 1e4, noNaN: true, noDefaultInfinity: true })
    .map((value) => Math.round(value * 1e6) / 1e6),
)
const group = fc.array(number, { minLength: 1, maxLength: 40 })
const groups = fc.array(group, { minLength: 2, maxLength: 4 })
const counts = (most: number) => fc.array(fc.integer({ min: 0, max: most }), { minLength: 2, maxLength: 5 })

function sampled<Value>(arbitrary: fc.Arbitrary<Value>): Value[] {
  return fc.sample(arbitrary, { numRuns: RUNS, seed: SEED })
}

/** In an order that is not ascending, with numbers listed more than once. */
const countedOf = (values: readonly number[]): CountedNumber[] => values.map((value) => [value, 1])

function momentsOf(values: readonly number[]): Moments {
  const { mean, sd } = summaryOf(countedOf(values))
  return { count: values.length, mean: mean ?? 0, sd: sd ?? 0 }
}

/** Null where SciPy has no finite figure. */
function expectClose(found: readonly (number | null | undefined)[], wanted: readonly (number | null)[]) {
  for (const [place, want] of wanted.entries()) {
    const actual = found[place] ?? null
    if (want === null) continue
    expect(actual).not.toBeNull()
    const size = Math.max(1e-12, Math.abs(want))
    expect(Math.abs((actual ?? 0) - want) / size).toBeLessThan(1e-6)
  }
}

function compare<Case>(
  cases: readonly Case[],
  expression: string,
  figures: (one: Case) => readonly (number | null | undefined)[],
) {
  const wanted = figuresOfScipy(expression, cases)
  for (const [place, one] of cases.entries()) expectClose(figures(one), wanted[place] ?? [])
}

describe.skipIf(!SCIPY)('statistics against SciPy', () => {
  it('summarises numbers', () => {
    compare(
      sampled(group),
      'np.mean(case), np.std(case, ddof=1), *np.quantile(case, [0, .25, .5, .75, 1])',
      (values) => {
        const { mean, sd, quantiles } = summaryOf(countedOf(values))
        // The sum of rounded numbers near 0 has few correct digits.
        const isNearZero = Math.abs(mean ?? 0) < 1e-6
        return [
          isNearZero ? values.reduce((sum, value) => sum + value, 0) / values.length : mean,
          sd,
          ...(quantiles ?? []),
        ]
      },
    )
  })

  it('tests means', () => {
    const pairs = sampled(fc.tuple(group, group))
    const varying = pairs.filter((pair) => pair.every((values) => new Set(values).size > 1))
    compare(varying, 'stats.ttest_ind(case[0], case[1], equal_var=False)', ([one, other]) => {
      const result = welchTest(momentsOf(one), momentsOf(other))
      return [result?.statistic, result?.p]
    })
    // Of two groups, Welch’s analysis of variance is his t test; group-tests.test.ts has more groups.
    compare(varying, 'stats.ttest_ind(case[0], case[1], equal_var=False).pvalue,', (pair) => [
      analysisOfVariance(pair.map(momentsOf))?.p,
    ])
  })

  it('tests ranks', () => {
    const several = sampled(groups).filter((all) => new Set(all.flat()).size > 1)
    compare(several, 'stats.kruskal(*case)', (all) => {
      const ranks = ranksOf(all.map(countedOf))
      const result = kruskalWallisTest(ranks.groups, ranks.ties)
      return [result?.statistic, result?.p]
    })
  })

  it('tests categories', () => {
    const tables = sampled(fc.tuple(counts(60), counts(60)))
      .map(([one, other]) => [one, one.map((_, place) => other[place] ?? 0)])
      .filter((table) => table.every((row) => row.some((count) => count > 0)))
    const used = `np.array(case)[:, np.array(case).sum(axis=0) > 0]`
    compare(
      tables,
      `stats.chi2_contingency(${used}, correction=False)[:2] if ${used}.shape[1] > 1 else [None][:0]`,
      (table) => {
        const result = chiSquareTest(table)
        return [result?.statistic, result?.p]
      },
    )
    const small = sampled(fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 0, max: 12 }))))
      .map(([a = 0, b = 0, c = 0, d = 0]) => [
        [a, b],
        [c, d],
      ])
      .filter(([one = [], other = []]) => {
        const columns = one.map((count, place) => count + (other[place] ?? 0))
        return [one, other].every((row) => row.some((count) => count > 0)) && columns.every((count) => count > 0)
      })
    compare(small, 'stats.fisher_exact(case)[1:]', (table) => [fisherTest(table)?.p])
  })

  it('standardises differences', () => {
    const pairs = sampled(fc.tuple(group, group)).filter((pair) => pair.every((values) => new Set(values).size > 1))
    compare(
      pairs,
      '[(np.mean(case[1]) - np.mean(case[0])) / np.sqrt((np.var(case[0], ddof=1) + np.var(case[1], ddof=1)) / 2)]',
      ([one, other]) => [differenceOfMeans(momentsOf(one), momentsOf(other))],
    )
    const tables = sampled(fc.tuple(counts(60), counts(60))).map(([one, other]) => [
      one.map((count) => count + 1),
      one.map((_, place) => (other[place] ?? 0) + 1),
    ])
    compare(
      tables,
      `(lambda c, t: [np.sqrt((t - c)[1:] @ np.linalg.pinv(((np.diag(c) - np.outer(c, c) + np.diag(t) - np.outer(t, t)) / 2)[1:, 1:]) @ (t - c)[1:])])(*[np.array(r) / sum(r) for r in case])`,
      ([one = [], other = []]) => [differenceOfCategories(one, other)],
    )
  })
})

it('has no figure where none is defined', () => {
  const one = { count: 1, mean: 3, sd: 0 }
  expect(summaryOf([])).toEqual({ mean: null, sd: null, quantiles: null })
  expect(welchTest(one, { count: 5, mean: 1, sd: 1 })).toBeNull()
  expect(analysisOfVariance([one])).toBeNull()
  expect(kruskalWallisTest([{ count: 3, rankSum: 6 }], 0)).toBeNull()
  expect(
    chiSquareTest([
      [3, 0],
      [5, 0],
    ]),
  ).toBeNull()
  expect(differenceOfMeans(one, one)).toBeNull()
  expect(differenceOfCategories([0, 0], [1, 2])).toBeNull()
  expect(differenceOfCategories([5, 0], [0, 5])).toBeNull()
})

it('keeps the digits of small p values', () => {
  const p = welchTest({ count: 1_000, mean: 0, sd: 1 }, { count: 1_000, mean: 2, sd: 1 })?.p ?? 1
  expect(p).toBeGreaterThan(0)
  expect(p).toBeLessThan(1e-200)
})
