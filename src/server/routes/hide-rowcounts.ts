import type { Cohort } from '#contract/shapes.ts'
import { mayRead } from '#domain/access.ts'
import { isSmall } from '#domain/hidden-cells.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { User } from '#server/accounts/user.ts'
import { isDiscreet } from '#server/queries/closed.ts'
import { sizesByCollection } from '#server/queries/cohort-sizes.ts'
import type { Settings } from '#server/settings.ts'
import type { Connection } from '#server/storage/database.ts'

/** Cohorts without the rowcounts that would tell of few people, in or out of them, whom the user may not read. */
export async function hideRowcounts(
  connection: Connection,
  user: User,
  { minimumCell }: Settings,
  cohorts: readonly Cohort[],
): Promise<Cohort[]> {
  if (!isDiscreet({ reader: user, minimumCell })) return [...cohorts]
  const everybody = await sizesByCollection(connection, { cohortId: ROOT_COHORT_ID })
  const shown: Cohort[] = []
  for (const cohort of cohorts) {
    const sizes = await sizesByCollection(connection, { cohortId: cohort.cohortid })
    const parent = await sizesByCollection(connection, { cohortId: cohort.parent_id ?? ROOT_COHORT_ID })
    const isTelling = [...everybody].some(([collection, all]) => {
      const size = sizes.get(collection) ?? 0
      const rests = [size, all - size, (parent.get(collection) ?? 0) - size]
      return !mayRead(user, collection) && rests.some((count) => isSmall(count, minimumCell))
    })
    shown.push(isTelling ? { ...cohort, rowcount: null } : cohort)
  }
  return shown
}
