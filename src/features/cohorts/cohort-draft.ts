import type { cohortNew } from '#contract/cohorts.ts'
import type { CountRow, PedigreeRow } from '#contract/entities.ts'
import type { RequestOf } from '#contract/wire-names.ts'

/** A cohort's definition as it is asked for and saved, before it has a name. */
export type CohortRequest = Omit<RequestOf<typeof cohortNew>, 'name' | 'description'>

export interface CohortNaming {
  readonly name: string
  readonly description: string
}

/** What was applied, and whether it still is what the builder says. */
export interface AppliedPreview {
  readonly isCurrent: boolean
  readonly isEmpty: boolean
}

/** Whether two requests ask the same. */
export function isSameRequest(left: CohortRequest | null, right: CohortRequest | null): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** How many individuals the rows of a preview or summary hold; hidden counts are not known and not counted. */
export function totalOf(rows: readonly (CountRow | PedigreeRow)[]): number {
  return rows.reduce((sum, row) => sum + (row.count ?? 0), 0)
}

/** Whether the rows hold nobody; a hidden count is of somebody. */
export function isNobody(rows: readonly (CountRow | PedigreeRow)[]): boolean {
  return rows.every(({ count }) => count === 0)
}

export const EMPTY_COHORT = 'Nobody is in it: an empty cohort cannot be saved.'

interface Definition {
  /** What it lacks; null where it is whole. */
  readonly incomplete: string | null
  /** Whether the live result of this very definition has found nobody. */
  readonly isLiveEmpty: boolean
  readonly applied: AppliedPreview | null
  /** What to do while the preview of the definition is not there. */
  readonly unapplied?: string
}

/** What Save still waits for (spec section 4), in the order in which to mend it. */
export function missingForSave(
  { incomplete, isLiveEmpty, applied, unapplied = 'Apply the definition first.' }: Definition,
  naming: CohortNaming,
): readonly Missing[] {
  const missing: Missing[] = []
  const isApplied = applied !== null && applied.isCurrent
  if (incomplete !== null) missing.push({ what: 'definition', words: incomplete })
  else if (isApplied ? applied.isEmpty : isLiveEmpty) missing.push({ what: 'members', words: EMPTY_COHORT })
  else if (!isApplied) missing.push({ what: 'apply', words: unapplied })
  if (naming.name.trim() === '' && naming.description.trim() === '') {
    missing.push({ what: 'name', words: 'Give it a name.' })
  }
  return missing
}

export interface Missing {
  readonly what: 'definition' | 'apply' | 'members' | 'name'
  readonly words: string
}
