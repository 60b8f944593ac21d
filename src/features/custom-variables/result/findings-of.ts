import type { ConstructPreview } from '#contract/entities.ts'

export interface Overlap {
  readonly value: string
  readonly takenBy: string
  /** Null where it is hidden. */
  readonly count: number | null
}

export interface DeadValue {
  readonly value: string
  /** Whether earlier values take all whom its definition would. */
  readonly isTaken: boolean
}

/** Values that overlap, with the one whose place decides, and values that nobody is given. */
export function findingsOf(
  { values, overlaps, default: byDefault }: ConstructPreview,
  isWhole: (name: string) => boolean,
  defaultName: string | null,
): { readonly overlaps: readonly Overlap[]; readonly dead: readonly DeadValue[] } {
  const dead = values.filter(({ name, count }) => {
    const isDefault = name === defaultName
    return isWhole(name) && count === 0 && !(isDefault && byDefault !== 0)
  })
  return {
    overlaps: overlaps.map(({ value, takenBy, count }) => ({ value, takenBy, count })),
    dead: dead.map(({ name, alsoMatched: also }) => ({ value: name, isTaken: (also ?? 0) > 0 })),
  }
}
