import type { Cohort } from '#contract/shapes.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { partsOfCohort } from '#server/disclosure/cohort-parts.ts'
import type { GuardContext } from '#server/disclosure/guard-context.ts'
import { isKeptShown } from '#server/disclosure/kept-members.ts'

/** Cohorts without the numbers, and the collections, that would disclose a suppressed number of unreadable members. */
export async function hideRowcounts(context: GuardContext | null, cohorts: readonly Cohort[]): Promise<Cohort[]> {
  if (!context) return [...cohorts]
  const { regions } = context.guard
  const shown: Cohort[] = []
  for (const cohort of cohorts) {
    const isSuppressed =
      cohort.cohortid !== ROOT_COHORT_ID && [...(await partsOfCohort(context, cohort.cohortid)).values()].includes(null)
    const readable = cohort.collections.filter((collection) => !regions.has(collection))
    shown.push({
      ...cohort,
      rowcount: isSuppressed ? null : cohort.rowcount,
      kept: cohort.kept !== null && (await isKeptShown(context, cohort)) ? cohort.kept : null,
      // Whose answers are missing is told of readable people alone.
      undecided: null,
      // Whether somebody of an unreadable collection is a member is not said.
      collections: [...readable, ...regions.keys()].toSorted(),
    })
  }
  return shown
}
