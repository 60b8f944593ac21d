import { sizeOf } from '#server/disclosure/people-set.ts'
import { partsOfCohort } from '#server/disclosure/cohort-parts.ts'
import type { GuardContext } from '#server/disclosure/guard-context.ts'

interface Excluded {
  readonly collection: string
  readonly count: number | null
}

/** Excluded members of a cohort by collection; all unreadable ones where counts are suppressed. */
export async function presentExcluded(
  excluded: readonly Excluded[],
  context: GuardContext | null,
  cohortId: number,
): Promise<Excluded[]> {
  if (!context) return [...excluded]
  return [...(await partsOfCohort(context, cohortId))].map(([collection, people]) => ({
    collection,
    count: people && sizeOf(people),
  }))
}
