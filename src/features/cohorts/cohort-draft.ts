import type * as v from 'valibot'
import type { CohortDraft, CountRow, PedigreeRow } from '#contract/shapes.ts'

/** A cohort's definition as it is asked for and saved, before it has a name. */
export type CohortRequest = Omit<v.InferInput<typeof CohortDraft>, 'name' | 'description'>

export interface CohortNaming {
  readonly name: string
  readonly description: string
}

/** What was applied, and whether it still is what the builder says. */
export interface AppliedPreview {
  readonly isCurrent: boolean
  readonly total: number
}

/** Whether two requests ask the same. */
export function isSameRequest(left: CohortRequest | null, right: CohortRequest | null): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** How many individuals the rows of a preview or summary hold; hidden counts are not known and not counted. */
export function totalOf(rows: readonly (CountRow | PedigreeRow)[]): number {
  return rows.reduce((sum, row) => sum + (row.count ?? 0), 0)
}

/** What Save still waits for (spec section 4), in the order in which to mend it. */
export function missingForSave(
  incomplete: string | null,
  naming: CohortNaming,
  applied: AppliedPreview | null,
): readonly Missing[] {
  const missing: Missing[] = []
  if (incomplete !== null) missing.push({ what: 'definition', words: incomplete })
  else if (applied === null || !applied.isCurrent) missing.push({ what: 'apply', words: 'Apply the definition first.' })
  else if (applied.total === 0)
    missing.push({ what: 'members', words: 'Nobody is in it: an empty cohort cannot be saved.' })
  if (naming.name.trim() === '' && naming.description.trim() === '') {
    missing.push({ what: 'name', words: 'Give it a name or a description.' })
  }
  return missing
}

export interface Missing {
  readonly what: 'definition' | 'apply' | 'members' | 'name'
  readonly words: string
}
