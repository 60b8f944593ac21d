import type { Cohort, DescribedVariable, Group, GroupOverlap } from '#contract/shapes/entities.ts'
import { inChunks } from '#domain/chunks.ts'
import { countOf } from '#domain/numbers.ts'
import { differencesOf, largestOf, type Figure } from '#domain/statistics/group-differences.ts'

/** The mean with its standard deviation, or the median with its quartiles. */
export type Average = 'mean' | 'median'
export type Order = 'set' | 'name' | 'difference'

/** Variables of the first request, whose rows appear first, and of each further one. */
const FIRST_BATCH = 8
const BATCH = 25

/** The requests for a list of variables. */
export function batchesOf(names: readonly string[]): readonly (readonly string[])[] {
  return [...inChunks(names.slice(0, FIRST_BATCH), FIRST_BATCH), ...inChunks(names.slice(FIRST_BATCH), BATCH)]
}

export interface Described {
  readonly variable: DescribedVariable
  readonly differences: readonly Figure[]
  readonly largest: number | null
}

export function describedOf(variable: DescribedVariable): Described {
  const differences = differencesOf(variable.dataType, variable.groups)
  return { variable, differences, largest: largestOf(differences) }
}

export function inOrder(described: readonly Described[], order: Order): readonly Described[] {
  if (order === 'set') return described
  const byName = (one: Described, other: Described) =>
    one.variable.variableName < other.variable.variableName ? -1 : 1
  return described.toSorted(
    order === 'name' ? byName : (one, other) => (other.largest ?? -1) - (one.largest ?? -1) || byName(one, other),
  )
}

/** The words of a sentence about individuals that are in two columns; null if there are none. */
export function overlapWords(
  { places: [one, other], count, readable }: GroupOverlap,
  names: readonly string[],
): string | null {
  const pair = `${names[one] ?? ''} and ${names[other] ?? ''}`
  if (count === null) {
    return readable > 0
      ? `At least ${countOf(readable, 'individual')} ${readable === 1 ? 'is' : 'are'} in both ${pair}: columns are not independent.`
      : `The number of individuals in both ${pair} is suppressed.`
  }
  return count === 0
    ? null
    : `${countOf(count, 'individual')} ${count === 1 ? 'is' : 'are'} in both ${pair}: columns are not independent.`
}

/** The names of the columns: of cohorts, or of the answers that divide one. */
export function groupNames(
  groups: readonly Group[],
  cohorts: readonly (Cohort | null | undefined)[],
  wordsOf: (value: string) => string,
): readonly string[] {
  return groups.map(({ value, cohortId }) =>
    value === null
      ? (cohorts.find((cohort) => cohort?.cohortId === cohortId)?.name ?? `Cohort ${cohortId}`)
      : wordsOf(value),
  )
}
