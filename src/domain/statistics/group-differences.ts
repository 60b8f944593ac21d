import { hasSeveralCodes, isFlag, isNumber } from '#domain/data-types.ts'
import type { CountTable } from '#domain/statistics/category-tests.ts'
import type { Moments } from '#domain/statistics/number-tests.ts'

/** Pivots below this share of their column are zero but for rounding. */
const SMALLEST_PIVOT = 1e-12

/**
 * The standardised mean difference of a group from the first one: the difference of the means over the root of the mean
 * variance. Null for groups of fewer than two, and for different means without any variance.
 */
export function differenceOfMeans(first: Moments, group: Moments): number | null {
  if (first.count < 2 || group.count < 2) return null
  const difference = group.mean - first.mean
  const pooled = Math.sqrt((first.sd ** 2 + group.sd ** 2) / 2)
  if (pooled > 0) return difference / pooled
  return difference === 0 ? 0 : null
}

/**
 * The standardised difference of the proportions of categories (Yang & Dalton 2012): the Mahalanobis distance of the
 * proportions without the first category. Null for an empty group, and for groups without a common category.
 */
export function differenceOfCategories(first: readonly number[], group: readonly number[]): number | null {
  const [firstTotal, groupTotal] = [first, group].map((counts) => counts.reduce((sum, count) => sum + count, 0))
  if (!firstTotal || !groupTotal) return null
  const used = first.flatMap((count, place) => {
    const other = group[place] ?? 0
    return count + other > 0 ? [{ one: count / firstTotal, other: other / groupTotal }] : []
  })
  if (used.length < 2) return 0
  const [, ...shares] = used
  const differences = shares.map(({ one, other }) => other - one)
  const covariances = shares.map((row, index) =>
    shares.map((column, place) =>
      index === place
        ? (row.one * (1 - row.one) + row.other * (1 - row.other)) / 2
        : -(row.one * column.one + row.other * column.other) / 2,
    ),
  )
  const solved = solve(covariances, differences)
  if (solved === null) return differences.every((difference) => difference === 0) ? 0 : null
  const squared = differences.reduce((sum, difference, place) => sum + difference * (solved[place] ?? 0), 0)
  return Math.sqrt(Math.max(0, squared))
}

/** Gaussian elimination with partial pivoting; null for a singular matrix. */
function solve(matrix: readonly (readonly number[])[], values: readonly number[]): number[] | null {
  let rows = matrix.map((row, place) => [...row, values[place] ?? 0])
  const size = rows.length
  const scale = Math.max(...matrix.flat().map(Math.abs))
  const done: number[][] = []
  for (let column = 0; column < size; column++) {
    const [pivot, ...rest] = rows.toSorted((one, other) => Math.abs(other[column] ?? 0) - Math.abs(one[column] ?? 0))
    const lead = pivot?.[column] ?? 0
    if (!pivot || Math.abs(lead) <= SMALLEST_PIVOT * scale) return null
    done.push(pivot)
    rows = rest.map((row) => {
      const factor = (row[column] ?? 0) / lead
      return row.map((value, place) => value - factor * (pivot[place] ?? 0))
    })
  }
  const solution = Array.from({ length: size }, () => 0)
  for (const [column, row] of [...done.entries()].toReversed()) {
    const known = solution.reduce((sum, value, place) => (place > column ? sum + value * (row[place] ?? 0) : sum), 0)
    solution[column] = ((row[size] ?? 0) - known) / (row[column] ?? 1)
  }
  return solution
}

/** The answers of one group to one variable; null counts are suppressed. */
export interface DescribedGroup {
  readonly answered: number | null
  readonly unknown: number | null
  readonly categories: readonly (readonly [value: string, count: number | null])[] | null
  readonly mean: number | null
  readonly sd: number | null
}

/** A figure, or the reason why there is none. */
export type Figure = { readonly value: number } | { readonly because: string }

export const SUPPRESSED = 'Some counts are suppressed.'
export const SEVERAL_VALUES = 'Individuals may have several values.'
export const NEITHER = 'Only numbers and categories are compared.'
export const APART = 'No answer is common to both.'
export const TOO_FEW = 'There are too few answers, or they do not vary.'

/** The value of a flag that is not ticked. */
export const NOT_TICKED = ''

/**
 * Counts by value. A record without an answer is a flag that is not ticked; of other types it is a missing answer.
 * Null if the variable has no categories.
 */
export function countsOf(
  dataType: string,
  { categories, unknown }: DescribedGroup,
): readonly (readonly [value: string, count: number | null])[] | null {
  if (categories === null) return null
  return isFlag(dataType) ? [...categories, [NOT_TICKED, unknown]] : categories
}

/** The standardised difference of each group from the first one, in the order of the groups; the first has none. */
export function differencesOf(dataType: string, groups: readonly DescribedGroup[]): readonly Figure[] {
  const [first, ...others] = groups
  if (!first) return []
  return others.map((group) => differenceBetween(dataType, first, group))
}

function differenceBetween(dataType: string, first: DescribedGroup, group: DescribedGroup): Figure {
  if (isNumber(dataType)) {
    const [one, other] = [momentsOf(first), momentsOf(group)]
    return figure(one && other && differenceOfMeans(one, other))
  }
  const table = tableOf(dataType, [first, group])
  if ('because' in table) return table
  const [one = [], other = []] = table.rows
  const areAnswered = [one, other].every((counts) => counts.some((count) => count > 0))
  if (areAnswered && one.every((count, place) => count === 0 || (other[place] ?? 0) === 0)) return { because: APART }
  return figure(differenceOfCategories(one, other))
}

/** The largest absolute difference; null if there is none. */
export function largestOf(differences: readonly Figure[]): number | null {
  const values = differences.flatMap((difference) => ('value' in difference ? [Math.abs(difference.value)] : []))
  return values.length === 0 ? null : Math.max(...values)
}

/** Null for a group without a mean. */
export function momentsOf({ answered, mean, sd }: DescribedGroup): Moments | null {
  return answered === null || mean === null ? null : { count: answered, mean, sd: sd ?? 0 }
}

/** Counts of the same categories in each group: a row for each group. */
export function tableOf(
  dataType: string,
  groups: readonly DescribedGroup[],
): { readonly rows: CountTable } | { readonly because: string } {
  const counts = groups.map((group) => countsOf(dataType, group))
  if (counts.includes(null)) return { because: NEITHER }
  if (hasSeveralCodes(dataType)) return { because: SEVERAL_VALUES }
  const values = [...new Set(counts.flatMap((table) => (table ?? []).map(([value]) => value)))]
  const rows = counts.map((table) => {
    const byValue = new Map(table)
    return values.map((value) => (byValue.has(value) ? (byValue.get(value) ?? null) : 0))
  })
  const known = rows.map((row) => row.filter((count) => count !== null))
  return known.some((row) => row.length < values.length) ? { because: SUPPRESSED } : { rows: known }
}

export function figure(value: number | null | undefined): Figure {
  return value === null || value === undefined ? { because: TOO_FEW } : { value }
}
