import { isNumber } from '#domain/data-types.ts'
import { chiSquareTest, fisherTest, hasSmallExpected } from '#domain/statistics/category-tests.ts'
import {
  figure,
  momentsOf,
  tableOf,
  TOO_FEW,
  type DescribedGroup,
  type Figure,
} from '#domain/statistics/group-differences.ts'
import { analysisOfVariance, kruskalWallisTest, welchTest } from '#domain/statistics/number-tests.ts'
import type { RankedGroups } from '#domain/statistics/summary-of-counts.ts'

export interface Tested {
  readonly p: Figure
  /** The test that was done; empty if none was. */
  readonly test: string
}

interface Asked {
  readonly dataType: string
  readonly groups: readonly DescribedGroup[]
  /** Only for numbers and tests of medians. */
  readonly ranks: RankedGroups | null
  /** Compares the ranks of numbers, not their means. */
  readonly hasMedians: boolean
}

/** Individuals in two groups; a null count is suppressed. */
interface Shared {
  readonly count: number | null
  readonly readable: number
}

export const NOT_INDEPENDENT = 'The columns share individuals.'
export const SMALL_EXPECTED = 'An expected count is below 5, so the χ² test does not hold.'
export const RELATIVES_SUPPRESSED = 'It is suppressed whether individuals are related.'
export const OVERLAP_SUPPRESSED = 'It is suppressed whether the columns share individuals.'

/** Why p values are withheld; null where the groups are independent. */
export function dependenceOf(overlaps: readonly Shared[], isReadableOnly: boolean): string | null {
  if (overlaps.some(({ readable }) => readable > 0)) return NOT_INDEPENDENT
  if (isReadableOnly) return null
  if (overlaps.some(({ count }) => (count ?? 0) > 0)) return NOT_INDEPENDENT
  return overlaps.some(({ count }) => count === null) ? OVERLAP_SUPPRESSED : null
}

/** The p value of the difference between independent groups. */
export function testGroups({ dataType, groups, ranks, hasMedians }: Asked): Tested {
  if (isNumber(dataType)) return hasMedians ? testRanks(ranks) : testMeans(groups)
  const table = tableOf(dataType, groups)
  if ('because' in table) return { p: table, test: '' }
  if (!hasSmallExpected(table.rows)) return tested(chiSquareTest(table.rows), 'χ² test')
  const exact = fisherTest(table.rows)
  return exact ? tested(exact, 'Fisher’s exact test') : { p: { because: SMALL_EXPECTED }, test: '' }
}

function testMeans(groups: readonly DescribedGroup[]): Tested {
  const moments = groups.flatMap((group) => momentsOf(group) ?? [])
  const [one, other, ...more] = moments
  if (!one || !other) return tested(null, '')
  return more.length === 0
    ? tested(welchTest(one, other), 'Welch’s t test')
    : tested(analysisOfVariance(moments), 'Welch’s analysis of variance')
}

function testRanks(ranks: RankedGroups | null): Tested {
  return tested(ranks && kruskalWallisTest(ranks.groups, ranks.ties), 'Kruskal–Wallis test')
}

function tested(result: { readonly p: number } | null, test: string): Tested {
  return result === null ? { p: { because: TOO_FEW }, test: '' } : { p: figure(result.p), test }
}
