import type { SetOperation } from '#domain/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { Connection } from '#server/platform/db/database.ts'
import type { Parameters } from '#server/platform/db/parameters.ts'

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

/** How a statement says who is in a cohort; All Individuals is never asked for. */
export interface Membership {
  readonly isInAny: (cohortIds: readonly number[]) => string
  readonly isOutside: (cohortId: number) => string
}

/** A condition that holds for the members, made of who is in one cohort; null where it holds for all. */
export function membersOf({ cohortId, combined }: Members, { isInAny, isOutside }: Membership): string | null {
  const isIn = (id: number) => (id === ROOT_COHORT_ID ? [] : [isInAny([id])])
  if (!combined) return isIn(cohortId)[0] ?? null
  const { operation, cohortId: second } = combined
  switch (operation) {
    case 'UNION':
      return [cohortId, second].includes(ROOT_COHORT_ID) ? null : isInAny([cohortId, second])
    case 'INTERSECT':
      return [...isIn(cohortId), ...isIn(second)].join(' AND ') || null
    case 'SUBTRACT':
      return second === ROOT_COHORT_ID ? 'FALSE' : [...isIn(cohortId), isOutside(second)].join(' AND ')
  }
}

/** Membership by a condition that each person's row answers at once. */
export function membershipBy(isIn: (cohortId: number) => string): Membership {
  return {
    isInAny: (ids) => `(${ids.map(isIn).join(' OR ')})`,
    isOutside: (id) => `NOT ${isIn(id)}`,
  }
}

/**
 * Membership by the table of members. Each of the two conditions is a join by the person's number to the database,
 * which NOT IN is not.
 */
export function membershipOnFile(table: string, { bind }: Parameters): Membership {
  return {
    isInAny: (ids) =>
      `(${table}.individual_no IN (SELECT individual_no FROM cohort_member WHERE cohortid IN (${ids.map(bind).join(', ')})))`,
    isOutside: (id) =>
      `(NOT EXISTS (SELECT 1 FROM cohort_member m WHERE m.cohortid = ${bind(id)} AND m.individual_no = ${table}.individual_no))`,
  }
}
