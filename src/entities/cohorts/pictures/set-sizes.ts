import type { Overlap } from '#contract/shapes/entities.ts'
import type { SetOperation } from '#domain/cohorts/cohorts.ts'

/** The overlap of two cohorts; null for a suppressed count. */
export interface SetSizes {
  readonly onlyFirst: number | null
  readonly both: number | null
  readonly onlySecond: number | null
}

/** The sizes from an overlap, which may omit empty parts. */
export function sizesOfOverlap(rows: readonly Overlap[], first: number, second: number): SetSizes {
  const sizeOf = (...members: number[]) => {
    const row = rows.find(
      (one) => one.members.length === members.length && members.every((id) => one.members.includes(id)),
    )
    return row === undefined ? 0 : row.count
  }
  return { onlyFirst: sizeOf(first), both: sizeOf(first, second), onlySecond: sizeOf(second) }
}

/** The number of individuals in an operation's result; null if unknown. */
export function sizeOfOperation({ onlyFirst, both, onlySecond }: SetSizes, operation: SetOperation): number | null {
  if (operation === 'INTERSECT') return both
  if (operation === 'SUBTRACT') return onlyFirst
  return onlyFirst === null || both === null || onlySecond === null ? null : onlyFirst + both + onlySecond
}

/**
 * The sizes that draw a saved cohort: its parents' overlap, or computed from the parents' sizes. Null if they contradict
 * the cohort's size, because data were added after it was counted.
 */
export function setSizesOfCohort(
  operation: SetOperation,
  size: number | null,
  parents: SetSizes | readonly [first: number | null, second: number | null],
): SetSizes | null {
  if ('both' in parents) return sizeOfOperation(parents, operation) === size ? parents : null
  const [first, second] = parents
  if (size === null || first === null || second === null) return null
  const both = { UNION: first + second - size, INTERSECT: size, SUBTRACT: first - size }[operation]
  const sizes = { onlyFirst: first - both, both, onlySecond: second - both }
  return Object.values(sizes).every((part) => part >= 0) ? sizes : null
}
