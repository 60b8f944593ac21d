import type { SetOperation } from '#domain/cohorts.ts'
import { COHORT_NAME, suggestableName } from '#domain/names.ts'
import type { CohortNaming, CohortRequest } from '#features/cohorts/cohort-draft.ts'

/** A compound cohort that is not saved yet. */
export interface CompoundDraft extends CohortNaming {
  readonly parentId: number
  readonly secondId: number | null
  readonly operation: SetOperation | null
}

/** Each set operation as a sentence about the two cohorts. */
export const OPERATION_SENTENCES: Record<SetOperation, (first: string, second: string) => string> = {
  UNION: (first, second) => `in ${first} or in ${second}, or in both`,
  SUBTRACT: (first, second) => `in ${first} but not in ${second}`,
  INTERSECT: (first, second) => `in both ${first} and ${second}`,
}

export const SHORT_WORDS: Record<SetOperation, string> = { UNION: 'or', SUBTRACT: 'minus', INTERSECT: 'and' }

/** What to ask of the back end, or null while no second cohort or no operation is chosen. */
export function compoundRequest(
  { parentId, secondId }: CompoundDraft,
  operation: SetOperation | null,
): CohortRequest | null {
  if (secondId === null || secondId === parentId || operation === null) return null
  return { parentId, secondparentId: secondId, cohortType: 'compound', constraintType: operation }
}

export function suggestedCompoundName(operation: SetOperation, first: string, second: string): string {
  return suggestableName([`${first} ${SHORT_WORDS[operation]} ${second}`], COHORT_NAME)
}
