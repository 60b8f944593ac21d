import type { Cohort } from '#contract/shapes.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { User } from '#server/accounts/user.ts'
import { isDiscreet } from '#server/queries/closed.ts'
import { membersOfCohorts } from '#server/queries/cohort-plan.ts'
import type { Services } from '#server/services.ts'
import type { Connection } from '#server/storage/database.ts'

/** Cohorts without the rowcounts that would tell of few people, in or out of them, whom the user may not read. */
export async function hideRowcounts(
  connection: Connection,
  user: User,
  { settings, toldSets }: Services,
  cohorts: readonly Cohort[],
): Promise<Cohort[]> {
  if (!isDiscreet({ reader: user, minimumCell: settings.minimumCell })) return [...cohorts]
  const shown: Cohort[] = []
  for (const cohort of cohorts) {
    const { cohortid, collections } = cohort
    if (cohortid === ROOT_COHORT_ID) {
      shown.push(cohort)
      continue
    }
    const sets = [membersOfCohorts({ cohortId: cohortid, reader: user })]
    const telling = await toldSets.tell(connection, user, { sets, savedAs: cohortid })
    shown.push(collections.some(telling.ofCollection) ? { ...cohort, rowcount: null } : cohort)
  }
  return shown
}
