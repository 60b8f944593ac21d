import type { SetOperation } from '#domain/cohorts/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'
import { join, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/** The individuals of a cohort, or of two of them together. */
export interface Members {
  readonly cohortId: number
  readonly combined?: { readonly operation: SetOperation; readonly cohortId: number }
}

/** The members of a cohort, saved or not, as a part of a statement: its tables, and rows of them with individual_no. */
export interface MemberTables {
  readonly tables: Sql
  readonly from: Sql
}

/** Finds the members by a statement of the dialect. */
export type FindMembers = (dialect: Dialect) => MemberTables

/** Tests of membership; never of All Individuals. */
interface Membership {
  readonly isInAny: (cohortIds: readonly number[]) => Sql
  readonly isOutside: (cohortId: number) => Sql
}

/** Whether a row is of the members; null where every row is. */
export function membersOf({ cohortId, combined }: Members, { isInAny, isOutside }: Membership): Sql | null {
  const isIn = (id: number) => (id === ROOT_COHORT_ID ? [] : [isInAny([id])])
  if (!combined) return isIn(cohortId)[0] ?? null
  const { operation, cohortId: second } = combined
  switch (operation) {
    case 'UNION':
      return [cohortId, second].includes(ROOT_COHORT_ID) ? null : isInAny([cohortId, second])
    case 'INTERSECT': {
      const both = [...isIn(cohortId), ...isIn(second)]
      return both.length === 0 ? null : join(both, ' AND ')
    }
    case 'SUBTRACT':
      return second === ROOT_COHORT_ID ? sql`FALSE` : join([...isIn(cohortId), isOutside(second)], ' AND ')
  }
}

/** Membership by a condition on the row of an individual. */
export function membershipBy(isIn: (cohortId: number) => Sql): Membership {
  return {
    isInAny: (ids) => sql`(${join(ids.map(isIn), ' OR ')})`,
    isOutside: (id) => sql`NOT ${isIn(id)}`,
  }
}

/** Membership by the table cohort_member. Databases join both conditions by the individual's number, but not NOT IN. */
export function membershipOnFile(table: string): Membership {
  const person = raw(`${table}.individual_no`)
  return {
    isInAny: (ids) => sql`(${person} IN (SELECT individual_no FROM cohort_member WHERE cohortid IN (${join(ids)})))`,
    isOutside: (id) =>
      sql`(NOT EXISTS (SELECT 1 FROM cohort_member m WHERE m.cohortid = ${id} AND m.individual_no = ${person}))`,
  }
}
