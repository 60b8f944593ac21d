import { twoTailsOfT, upperTailOfChiSquare, upperTailOfF } from '#domain/statistics/tails.ts'

/** Count, mean and standard deviation (of a sample) of the numbers of one group. */
export interface Moments {
  readonly count: number
  readonly mean: number
  readonly sd: number
}

/** The sum of the mid-ranks of one group’s numbers among the numbers of all groups. */
export interface Ranks {
  readonly count: number
  readonly rankSum: number
}

export interface TestResult {
  readonly statistic: number
  readonly p: number
}

/** Welch’s t test of two means; null for a group of one, and where neither group varies. */
export function welchTest(one: Moments, other: Moments): (TestResult & { readonly degrees: number }) | null {
  if (one.count < 2 || other.count < 2) return null
  const [first, second] = [one, other].map(({ sd, count }) => (sd * sd) / count)
  if (first === undefined || second === undefined || first + second === 0) return null
  const statistic = (one.mean - other.mean) / Math.sqrt(first + second)
  const degrees = (first + second) ** 2 / (first ** 2 / (one.count - 1) + second ** 2 / (other.count - 1))
  return { statistic, degrees, p: twoTailsOfT(statistic, degrees) }
}

/**
 * The t test of a correlation of n pairs, also of ranks (`cor.test` of R, for ranks without `exact`); null for fewer
 * than three.
 */
export function correlationTest(coefficient: number, pairs: number): TestResult | null {
  if (pairs < 3) return null
  const statistic = coefficient * Math.sqrt((pairs - 2) / (1 - coefficient ** 2))
  return { statistic, p: Math.abs(coefficient) >= 1 ? 0 : twoTailsOfT(statistic, pairs - 2) }
}

/**
 * Welch’s analysis of variance, for unequal variances (`oneway.test` of R); null for fewer than two groups with numbers,
 * for a group of one, and where a group does not vary.
 */
export function analysisOfVariance(groups: readonly Moments[]): TestResult | null {
  const counted = groups.filter(({ count }) => count > 0)
  if (counted.length < 2 || counted.some(({ count, sd }) => count < 2 || sd === 0)) return null
  const weighted = counted.map(({ count, mean, sd }) => ({ count, mean, weight: count / sd ** 2 }))
  const weights = sumOf(weighted, ({ weight }) => weight)
  const grandMean = sumOf(weighted, ({ weight, mean }) => weight * mean) / weights
  const between = counted.length - 1
  const unequal =
    sumOf(weighted, ({ weight, count }) => (1 - weight / weights) ** 2 / (count - 1)) / (counted.length ** 2 - 1)
  const squares = sumOf(weighted, ({ weight, mean }) => weight * (mean - grandMean) ** 2)
  const statistic = squares / between / (1 + 2 * (counted.length - 2) * unequal)
  return { statistic, p: upperTailOfF(statistic, between, 1 / (3 * unequal)) }
}

/**
 * The Kruskal–Wallis test, corrected for ties; null for fewer than two groups, and where all numbers are equal. `ties`
 * is the sum of t³ − t over the numbers, each given t times.
 */
export function kruskalWallisTest(groups: readonly Ranks[], ties: number): TestResult | null {
  const counted = groups.filter(({ count }) => count > 0)
  const total = sumOf(counted, ({ count }) => count)
  if (counted.length < 2) return null
  const correction = 1 - ties / (total ** 3 - total)
  if (correction <= 0) return null
  const squares = sumOf(counted, ({ count, rankSum }) => rankSum ** 2 / count)
  const statistic = Math.max(0, ((12 / (total * (total + 1))) * squares - 3 * (total + 1)) / correction)
  return { statistic, p: upperTailOfChiSquare(statistic, counted.length - 1) }
}

function sumOf<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0)
}
