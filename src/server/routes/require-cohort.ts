import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { User } from '#server/accounts/user.ts'
import { notFound } from '#server/http/refusal.ts'
import { findCohort } from '#server/queries/cohorts.ts'
import type { Connection } from '#server/storage/database.ts'

/** Refuses a cohort that is neither everybody nor the user's own. */
export async function requireCohort(connection: Connection, user: User, cohortId: number): Promise<void> {
  if (cohortId === ROOT_COHORT_ID) return
  if (!(await findCohort(connection, user.accountId, cohortId))) throw notFound('cohort')
}
