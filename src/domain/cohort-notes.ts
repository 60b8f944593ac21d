import { countOf } from '#domain/numbers.ts'
import type { PEDIGREE_CONSTRAINTS } from '#domain/cohorts.ts'
import { DATA_TYPES, isCategory, isFlag } from '#domain/data-types.ts'
import type { Operator } from '#domain/operators.ts'

/** Reports members of a difference with an unknown outcome in the subtracted cohort. */
export function undecidedWords(count: number): string {
  const are = count === 1 ? 'is' : 'are'
  const reason = 'the answers that decide it are missing, or you may not read them'
  return `${countOf(count, 'member')} ${are} kept though it is not known whether the second cohort has them: ${reason}.`
}

/** Reports the data version of a cohort's counts; shown if data were added since. */
export function countedWords(at: string, individuals: number): string {
  return `Counted on ${countOf(individuals, 'individual')} on ${at.slice(0, 'YYYY-MM-DD'.length)}; data were added since.`
}

/** Selects families by size and number of affected members (spec section 9). */
export interface PedigreeRule {
  readonly minimumSize: number
  readonly comparison: (typeof PEDIGREE_CONSTRAINTS)[number]
  readonly affectedCount: number
}

/** Data types that can define affected individuals (spec section 5). */
export const AFFECTED_TYPES = DATA_TYPES.filter((dataType) => isCategory(dataType) || isFlag(dataType))

/** The reason why a condition cannot define affected individuals, or null (spec section 5: only EQ for pedigrees). */
export function affectedProblem(dataType: string, operator: Operator): string | null {
  if (isCategory(dataType)) return operator === 'EQ' ? null : 'Who is affected is told by "is equal to".'
  if (!isFlag(dataType)) return 'Who is affected is told by a categorical or dichotomous variable.'
  return operator === 'VALID' || operator === 'EQ' ? null : 'Who is affected is told by "has a valid answer".'
}
