import type { Overlap } from '#contract/entities.ts'
import type { SetOperation } from '#domain/cohorts.ts'

/** How two cohorts lie to each other; null where a count is hidden. */
export interface SetSizes {
  readonly onlyFirst: number | null
  readonly both: number | null
  readonly onlySecond: number | null
}

/** The sizes out of an overlap: a part that nobody is in may be left out of it. */
export function sizesOfOverlap(rows: readonly Overlap[], first: number, second: number): SetSizes {
  const sizeOf = (...members: number[]) => {
    const row = rows.find(
      (one) => one.members.length === members.length && members.every((id) => one.members.includes(id)),
    )
    return row === undefined ? 0 : row.count
  }
  return { onlyFirst: sizeOf(first), both: sizeOf(first, second), onlySecond: sizeOf(second) }
}

/** How many individuals an operation leaves; null where that cannot be told. */
export function sizeOfOperation({ onlyFirst, both, onlySecond }: SetSizes, operation: SetOperation): number | null {
  if (operation === 'INTERSECT') return both
  if (operation === 'SUBTRACT') return onlyFirst
  return onlyFirst === null || both === null || onlySecond === null ? null : onlyFirst + both + onlySecond
}
