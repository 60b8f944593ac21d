import type { IndividualSet } from '#server/disclosure/participant-set.ts'

/** Unreadable members of a cohort in one collection. */
export interface ShownPart {
  readonly individuals: IndividualSet
  /** Their number as it is shown. */
  readonly count: number
  /** The number of their families as it is shown, in a pedigree set. */
  readonly families?: number
}

/** By collection; null where the count is suppressed. */
export type CohortParts = ReadonlyMap<string, ShownPart | null>

/** The outcomes of a condition by collection; null where the parent is suppressed. */
export type OutcomeParts = ReadonlyMap<string, ReadonlyMap<string, ShownPart | null> | null>

/** The part of a cell, from its count as it is shown. */
export function partOf(individuals: IndividualSet | undefined, count: number | null | undefined): ShownPart | null {
  return individuals === undefined || count == null ? null : { individuals, count }
}
