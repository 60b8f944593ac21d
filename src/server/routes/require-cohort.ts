import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { User } from '#server/accounts/user.ts'
import { notFound } from '#server/http/refusal.ts'
import { findCohort, type SavedCohort } from '#server/queries/cohorts.ts'
import type { Connection } from '#server/storage/database.ts'

/** The user's own cohort, or null for everybody; refuses any other. */
export async function requireCohort(connection: Connection, user: User, cohortId: number): Promise<SavedCohort | null> {
  if (cohortId === ROOT_COHORT_ID) return null
  const cohort = await findCohort(connection, user.accountId, cohortId)
  if (!cohort) throw notFound('cohort')
  return cohort
}
