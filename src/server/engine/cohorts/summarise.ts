import { PEDIGREE_CONSTRAINTS } from '#domain/cohorts/cohorts.ts'
import { isOperator } from '#domain/conditions/operators.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { BitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import type { PlanCounts } from '#server/engine/cohorts/cohort-plan.ts'
import { countMembers } from '#server/engine/cohorts/cohort-summary.ts'
import { countPedigrees } from '#server/engine/pedigrees/count-pedigrees.ts'
import type { Pedigree } from '#server/engine/pedigrees/pedigrees.ts'
import type { SavedCohort } from '#server/model/cohort.ts'
import type { User } from '#server/model/user.ts'
import type { UserVariables } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** Counts the members of a saved cohort, or of all individuals (null), as its preview did. */
export async function summarise(
  connection: Connection,
  bitmaps: BitmapEngine,
  variables: UserVariables,
  user: User,
  cohort: SavedCohort | null,
): Promise<PlanCounts> {
  if (cohort?.constraint_type === 'PEDIGREE')
    return countPedigrees(connection, bitmaps, savedPedigree(variables, user, cohort))
  const variable = cohort?.variable_name ? (variables.find(cohort.variable_name) ?? null) : null
  const cohortId = cohort?.cohortid ?? ROOT_COHORT_ID
  return { data: await countMembers(connection, bitmaps, { cohortId, reader: user }, variable) }
}

/** A deleted trait variable leaves all members unaffected. */
export function savedPedigree(variables: UserVariables, user: User, cohort: SavedCohort): Pedigree {
  const variable = cohort.variable_name === null ? undefined : variables.find(cohort.variable_name)
  const operator = cohort.affected_constraint_type ?? ''
  const comparison = PEDIGREE_CONSTRAINTS.find((known) => known === cohort.ped_constraint)
  return {
    parent: { cohortId: cohort.parent_id, reader: user },
    savedAs: cohort.cohortid,
    criterion:
      variable && comparison && isOperator(operator)
        ? {
            variable,
            condition: { operator, values: cohort.constraint_values },
            minimumSize: cohort.min_pedsize ?? 0,
            comparison,
            affectedCount: cohort.ped_constraint_count ?? 0,
          }
        : null,
  }
}
