import type { PEDIGREE_CONSTRAINTS } from '#domain/cohorts/cohorts.ts'
import type { Operator } from '#domain/conditions/operators.ts'
import { DATA_TYPES, isCategory, isFlag } from '#domain/data-types.ts'

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
  if (isCategory(dataType))
    return operator === 'EQ' ? null : 'A criterion on a categorical variable needs the operator "is equal to".'
  if (!isFlag(dataType)) return 'Affection status needs a categorical or dichotomous variable.'
  return operator === 'VALID' || operator === 'EQ'
    ? null
    : 'A criterion on a dichotomous variable needs the operator "has a valid answer".'
}
