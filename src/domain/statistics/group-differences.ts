import { hasSeveralCodes, isFlag, isNumber } from '#domain/data-types.ts'
import type { CountTable } from '#domain/statistics/category-tests.ts'
import type { Moments } from '#domain/statistics/number-tests.ts'
import { differenceOfCategories, differenceOfMeans } from '#domain/statistics/standardised-difference.ts'

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
  const values = [...new Set(counts.flatMap((own) => (own ?? []).map(([value]) => value)))]
  const rows = counts.map((own) => {
    const byValue = new Map(own)
    return values.map((value) => (byValue.has(value) ? (byValue.get(value) ?? null) : 0))
  })
  const known = rows.map((row) => row.filter((count) => count !== null))
  return known.some((row) => row.length < values.length) ? { because: SUPPRESSED } : { rows: known }
}

export function figure(value: number | null | undefined): Figure {
  return value === null || value === undefined ? { because: TOO_FEW } : { value }
}
