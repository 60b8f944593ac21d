import { isOperator } from '#domain/operators.ts'

/** What cohort 1 is called; no other may be. */
export const ALL_INDIVIDUALS = 'All Individuals'

/** The operations that make a compound cohort of two (spec section 3). */
export const SET_OPERATIONS = ['UNION', 'SUBTRACT', 'INTERSECT'] as const
export type SetOperation = (typeof SET_OPERATIONS)[number]

/** "At least", "at most", "exactly" so many affected members (spec section 9). */
export const PEDIGREE_CONSTRAINTS = ['min', 'max', 'equal'] as const

export type CohortKind = 'all' | 'subset' | 'compound' | 'pedigree' | 'unknown'

/** Whether a constraint type joins two cohorts (spec section 4). */
export function isSetOperation(value: string): value is SetOperation {
  return SET_OPERATIONS.some((operation) => operation === value)
}

/** What made a cohort, told by its constraint type alone. */
export function cohortKind(constraintType: string | null): CohortKind {
  if (constraintType === null) return 'all'
  if (isSetOperation(constraintType)) return 'compound'
  if (constraintType === 'PEDIGREE') return 'pedigree'
  return isOperator(constraintType) ? 'subset' : 'unknown'
}

/** Cohorts can be set side by side up to so many. */
export const COHORTS_COMPARED_MAX = 4

/** Ids as an address has them, parted by commas; what is none is left out. */
export function cohortIdsIn(text: string | null): readonly number[] {
  const ids = (text ?? '').split(',').filter((part) => /^[1-9]\d{0,14}$/.test(part))
  return [...new Set(ids.map(Number))]
}

/** The file that a download is saved as (spec section 7): cohortname-setname.csv. */
export function downloadFileName(cohortName: string, setName: string, ending = 'csv'): string {
  return `${cohortName}-${setName}.${ending}`.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
}
