import { isOperator } from '#domain/conditions/operators.ts'

/** The reserved name of cohort 1. */
export const ALL_INDIVIDUALS = 'All Individuals'

/** Set operations of a compound cohort (spec section 3). */
export const SET_OPERATIONS = ['UNION', 'SUBTRACT', 'INTERSECT'] as const
export type SetOperation = (typeof SET_OPERATIONS)[number]

/** Comparisons of the number of affected members: at least, at most, exactly (spec section 9). */
export const PEDIGREE_CONSTRAINTS = ['min', 'max', 'equal'] as const

/** The constraint type of a cohort by rules. */
export const BY_RULES = 'RULES'

export type CohortKind = 'all' | 'subset' | 'compound' | 'pedigree' | 'rules' | 'unknown'

/** Whether a constraint type joins two cohorts (spec section 4). */
export function isSetOperation(value: string): value is SetOperation {
  return SET_OPERATIONS.some((operation) => operation === value)
}

/** The kind of a cohort by its constraint type. */
export function cohortKind(constraintType: string | null): CohortKind {
  if (constraintType === null) return 'all'
  if (isSetOperation(constraintType)) return 'compound'
  if (constraintType === 'PEDIGREE') return 'pedigree'
  if (constraintType === BY_RULES) return 'rules'
  return isOperator(constraintType) ? 'subset' : 'unknown'
}

/** Maximum number of cohorts in one comparison. */
export const COHORTS_COMPARED_MAX = 4

/** Comma-separated ids of an address; invalid ones are ignored. */
export function cohortIdsIn(text: string | null): readonly number[] {
  const ids = (text ?? '').split(',').filter((part) => /^[1-9]\d{0,14}$/.test(part))
  return [...new Set(ids.map(Number))]
}

/** File name of a download (spec section 7): cohortname-setname.csv. */
export function downloadFileName(cohortName: string, setName: string, ending = 'csv'): string {
  return `${cohortName}-${setName}.${ending}`.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
}
