import type { Cohort } from '#contract/shapes/shapes.ts'
import { mayRead } from '#domain/access.ts'
import { guardContext, type GuardServices } from '#server/disclosure/guard-context.ts'
import { hideRowcounts } from '#server/disclosure/hide-rowcounts.ts'
import { sizeOf, sizeOfBoth } from '#server/engine/bitmaps/bitmap.ts'
import type { User } from '#server/model/user.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** Cohorts with the sizes that their user may see. */
export async function shownCohorts(
  connection: Connection,
  services: GuardServices,
  user: User,
  cohorts: readonly Cohort[],
): Promise<Cohort[]> {
  if (!user.countsReadableOnly) return hideRowcounts(await guardContext(connection, services, user), cohorts)
  return services.bitmaps.read(connection, user, async (data) => {
    const shown: Cohort[] = []
    for (const cohort of cohorts) {
      const members = await data.membersOf(cohort.cohortid)
      const collections = cohort.collections.filter((collection) => mayRead(user, collection))
      shown.push({
        ...cohort,
        rowcount: sizeOf(members),
        kept: cohort.parent_id === null ? null : sizeOfBoth(members, await data.membersOf(cohort.parent_id)),
        // Recorded when the cohort was saved, maybe of unreadable members too.
        undecided: collections.length === cohort.collections.length ? cohort.undecided : null,
        collections,
      })
    }
    return shown
  })
}
