import type { GuardContext } from '#server/disclosure/guard-context.ts'

/**
 * The greatest number of an individual who was counted for all of some cohorts; undefined if one was counted on the
 * present data. The members of a cohort of an earlier release do not change with an import.
 */
export function countedTo(
  { guard, saved }: Pick<GuardContext, 'guard' | 'saved'>,
  cohortIds: readonly number[],
): number | undefined {
  const releases = cohortIds.map((cohortId) => {
    const cohort = saved.find(({ cohortid }) => cohortid === cohortId)
    return guard.earlier.find(({ answersVersion }) => answersVersion === cohort?.counted_answers)
  })
  const numbers = releases.map((release) => release?.lastIndividual ?? Number.POSITIVE_INFINITY)
  const last = Math.max(...numbers)
  return Number.isFinite(last) ? last : undefined
}
