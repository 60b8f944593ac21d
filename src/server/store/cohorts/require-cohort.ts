import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { User } from '#server/model/user.ts'
import { notFound } from '#server/platform/http/refusal.ts'
import { findCohort, ownCohortIds } from '#server/store/cohorts/cohorts.ts'
import type { SavedCohort } from '#server/model/cohort.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** The user's own cohort, or null for everybody; refuses any other. */
export async function requireCohort(connection: Connection, user: User, cohortId: number): Promise<SavedCohort | null> {
  if (cohortId === ROOT_COHORT_ID) return null
  const cohort = await findCohort(connection, user.accountId, cohortId)
  if (!cohort) throw notFound('cohort')
  return cohort
}

/** Refuses all that are neither the user's own cohorts nor everybody. */
export async function requireCohorts(connection: Connection, user: User, cohortIds: readonly number[]): Promise<void> {
  const saved = cohortIds.filter((cohortId) => cohortId !== ROOT_COHORT_ID)
  if (saved.length === 0) return
  const own = await ownCohortIds(connection, user.accountId, saved)
  if (!saved.every((cohortId) => own.has(cohortId))) throw notFound('cohort')
}
