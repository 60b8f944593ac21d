import type { SetOperation } from '#domain/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { Connection } from '#server/storage/database.ts'
import type { Parameters } from '#server/storage/parameters.ts'

/** The individuals of a cohort, or of two of them together. */
export interface Members {
  readonly cohortId: number
  readonly combined?: { readonly operation: SetOperation; readonly cohortId: number }
}

/** A statement's tables and which rows of them (individual_no) are the members of what is, or may become, a cohort. */
export interface MemberTables {
  readonly parameters: Parameters
  readonly tables: string
  readonly from: string
}

/** Finds them by a statement that the connection is to run. */
export type FindMembers = (connection: Connection) => MemberTables

/** A condition that holds for the members, made of who is in one cohort; null where it holds for all. */
export function membersOf(
  { cohortId, combined }: Members,
  isMember: (cohortId: number) => string | null,
): string | null {
  if (!combined) return isMember(cohortId)
  const isEverybody = [cohortId, combined.cohortId].includes(ROOT_COHORT_ID)
  // A value that is bound and then not used is an error.
  if (combined.operation === 'UNION' && isEverybody) return null
  if (combined.operation === 'SUBTRACT' && combined.cohortId === ROOT_COHORT_ID) return 'FALSE'
  const first = isMember(cohortId)
  const second = isMember(combined.cohortId)
  switch (combined.operation) {
    case 'UNION':
      return `(${first} OR ${second})`
    case 'INTERSECT':
      return [first, second].filter((part) => part !== null).join(' AND ') || null
    case 'SUBTRACT':
      return [first, `NOT ${second}`].filter((part) => part !== null).join(' AND ')
  }
}

/** Null for All Individuals. */
export function isMember(cohortId: number, table: string, { bind }: Parameters): string | null {
  if (cohortId === ROOT_COHORT_ID) return null
  return `(${table}.individual_no IN (SELECT individual_no FROM cohort_member WHERE cohortid = ${bind(cohortId)}))`
}
