import type { Dependants } from '#contract/dependants.ts'
import { cohortsInRules, rulesOf, variablesInRules, type SavedCohort } from '#server/model/cohort.ts'
import type { User } from '#server/model/user.ts'
import type { Connection } from '#server/platform/db/database.ts'
import type { SavedCustomVariable } from '#server/store/custom-variables/custom-variables.ts'
import type { Things } from '#server/store/uses.ts'

/** Objects that are replaced; names in upper case. */
export interface Replaced {
  readonly cohortIds: ReadonlySet<number>
  readonly variableNames: ReadonlySet<string>
}

/** A dependent cohort, and its id and size with the replacement. */
export interface RerunCohort {
  readonly cohort: SavedCohort
  readonly newId: number
  readonly after: number
}

/**
 * Replaces objects in a transaction and runs the cohorts again that depend on them: moves these to the trash, calls
 * `replace`, and saves them again in order, with their names and new ids. Refuses if one cannot be run again.
 */
export type ReplaceWithCohorts = (
  tx: Connection,
  user: User,
  replacement: {
    readonly things: Things
    readonly replaced: Replaced
    /** Replaces the objects; returns the new ids of replaced cohorts by their old ones. */
    readonly replace: () => Promise<ReadonlyMap<number, number>>
  },
) => Promise<RerunCohort[]>

/** Cohorts that depend on replaced objects, directly or through other cohorts, each after those it is built on. */
export function dependentCohorts({ cohorts }: Things, { cohortIds, variableNames }: Replaced): SavedCohort[] {
  const changed = new Set(cohortIds)
  // Oldest first: a cohort is older than those that are built on it.
  return cohorts.filter((cohort) => {
    const rules = rulesOf(cohort)
    const parents = [cohort.parent_id, cohort.secondparent_id ?? 0, ...cohortsInRules(rules)]
    const variables = [cohort.variable_name ?? '', ...variablesInRules(rules)]
    const isDependent =
      parents.some((id) => changed.has(id)) || variables.some((name) => variableNames.has(name.toUpperCase()))
    if (isDependent) changed.add(cohort.cohortid)
    return isDependent
  })
}

/** Custom variables that are computed from a variable, directly or through others, each after its sources. */
export function dependentVariables({ customVariables }: Things, name: string): SavedCustomVariable[] {
  const changed = new Set([name.toUpperCase()])
  return customVariables.filter(({ variable_name, sources }) => {
    const isDependent = sources.some((source) => changed.has(source.toUpperCase()))
    if (isDependent) changed.add(variable_name.toUpperCase())
    return isDependent
  })
}

/** Dependent cohorts in a response; a size after the replacement is null if it is not known, all if `rerun` is null. */
export function presentDependants(
  cohorts: readonly SavedCohort[],
  rerun: readonly RerunCohort[] | null,
): Dependants['dependants'] {
  const after = new Map(rerun?.map((one) => [one.cohort.cohortid, one.after]))
  return cohorts.map(({ cohortid, name, rowcount }) => ({
    kind: 'cohort',
    id: cohortid,
    name,
    before: rerun && rowcount,
    after: after.get(cohortid) ?? null,
  }))
}
