import { countOf } from '#domain/numbers.ts'
import type { PEDIGREE_CONSTRAINTS } from '#domain/cohorts.ts'
import { DATA_TYPES, isCategory, isFlag } from '#domain/data-types.ts'
import type { Operator } from '#domain/operators.ts'

/** Says how many members a difference keeps though it is unknown whether the cohort that was taken away has them. */
export function undecidedWords(count: number): string {
  const are = count === 1 ? 'is' : 'are'
  const reason = 'the answers that decide it are missing, or you may not read them'
  return `${countOf(count, 'member')} ${are} kept though it is not known whether the second cohort has them: ${reason}.`
}

/** Says of which state of the data a cohort's numbers are; to be shown where data were added since. */
export function countedWords({ at, people }: { readonly at: string; readonly people: number }): string {
  return `Counted on ${countOf(people, 'individual')} on ${at.slice(0, 'YYYY-MM-DD'.length)}; data were added since.`
}

/** Which families to keep: how large they are, and how many of their members are affected (spec section 9). */
export interface PedigreeRule {
  readonly minimumSize: number
  readonly comparison: (typeof PEDIGREE_CONSTRAINTS)[number]
  readonly affectedCount: number
}

/** Only these define who is affected (spec section 5). */
export const AFFECTED_TYPES = DATA_TYPES.filter((dataType) => isCategory(dataType) || isFlag(dataType))

/** Why a condition cannot say who is affected, or null where it can (spec section 5: only EQ for pedigrees). */
export function affectedProblem(dataType: string, operator: Operator): string | null {
  if (isCategory(dataType)) return operator === 'EQ' ? null : 'Who is affected is told by "is equal to".'
  if (!isFlag(dataType)) return 'Who is affected is told by a categorical or dichotomous variable.'
  return operator === 'VALID' || operator === 'EQ' ? null : 'Who is affected is told by "has a valid answer".'
}
