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

/** One-way analysis of variance; null for fewer than two groups, and where no group varies. */
export function analysisOfVariance(groups: readonly Moments[]): TestResult | null {
  const counted = groups.filter(({ count }) => count > 0)
  const total = sumOf(counted, ({ count }) => count)
  const between = counted.length - 1
  const within = total - counted.length
  if (between < 1 || within < 1) return null
  const grandMean = sumOf(counted, ({ count, mean }) => count * mean) / total
  const betweenSquares = sumOf(counted, ({ count, mean }) => count * (mean - grandMean) ** 2)
  const withinSquares = sumOf(counted, ({ count, sd }) => (count > 1 ? (count - 1) * sd * sd : 0))
  if (withinSquares === 0) return null
  const statistic = betweenSquares / between / (withinSquares / within)
  return { statistic, p: upperTailOfF(statistic, between, within) }
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
