import type { CohortDraft } from '#contract/shapes/cohort-draft.ts'
import { isSetOperation, SET_OPERATIONS } from '#domain/cohorts/cohorts.ts'
import { affectedProblem } from '#domain/cohorts/pedigrees.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { DEFAULT_MINIMUM_PEDIGREE_SIZE } from '#domain/limits.ts'
import type { CohortPlan } from '#server/engine/cohorts/cohort-plan.ts'
import { readCondition } from '#server/engine/conditions/read-condition.ts'
import { requireVariable } from '#server/engine/conditions/read-definitions.ts'
import type { Pedigree } from '#server/engine/pedigrees/pedigrees.ts'
import type { User } from '#server/model/user.ts'
import type { AnyVariable, UserVariables } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { meaningless } from '#server/platform/http/refusal.ts'
import { requireCohorts } from '#server/store/cohorts/cohorts.ts'

/** A cohort draft with all names resolved and validated. */
export async function readCohortDraft(
  connection: Connection,
  variables: UserVariables,
  user: User,
  draft: CohortDraft,
): Promise<CohortPlan> {
  const { parent_id, secondparent_id } = draft
  const isOfTwo = draft.cohort_type === 'compound' && secondparent_id
  await requireCohorts(connection, user, isOfTwo ? [parent_id, secondparent_id] : [parent_id])
  const parent = { cohortId: parent_id, reader: user }
  switch (draft.cohort_type) {
    case 'subset':
      return { kind: 'subset', subset: { parent, ...(await readTest(connection, variables, draft)) } }
    case 'compound': {
      const operation = draft.constraint_type ?? ''
      if (!isSetOperation(operation)) throw meaningless(`Use one of ${SET_OPERATIONS.join(', ')}.`, 'constraint_type')
      if (!secondparent_id) throw meaningless('A second cohort is required.', 'secondparent_id')
      return { kind: 'compound', population: { ...parent, combined: { operation, cohortId: secondparent_id } } }
    }
    case 'pedigree':
      return { kind: 'pedigree', pedigree: { parent, criterion: await readCriterion(connection, variables, draft) } }
  }
}

async function readTest(
  connection: Connection,
  variables: UserVariables,
  draft: CohortDraft,
): Promise<{ variable: AnyVariable; condition: Condition }> {
  if (!draft.variable) throw meaningless('A variable is required.', 'variable')
  const variable = requireVariable(variables, draft.variable)
  const condition = await readCondition(connection, variable.dataType, {
    operator: draft.constraint_type ?? '',
    values: draft.constraint_values ?? (draft.constraint_value == null ? [] : [draft.constraint_value]),
  })
  return { variable, condition }
}

/** Without a variable all relatives qualify, and no operator applies. */
async function readCriterion(
  connection: Connection,
  variables: UserVariables,
  draft: CohortDraft,
): Promise<Pedigree['criterion']> {
  if (!draft.variable) {
    if ((draft.min_pedsize ?? 0) > 1)
      throw meaningless('A minimum size needs a criterion: choose a variable.', 'min_pedsize')
    if (draft.ped_constraint_count) {
      throw meaningless('A number of affected members needs a criterion: choose a variable.', 'ped_constraint_count')
    }
    return null
  }
  const test = await readTest(connection, variables, draft)
  const problem = affectedProblem(test.variable.dataType, test.condition.operator)
  if (problem !== null) throw meaningless(problem, 'constraint_type')
  const { ped_constraint, ped_constraint_count, min_pedsize } = draft
  if (!ped_constraint) throw meaningless('Say whether at least, at most or exactly.', 'ped_constraint')
  if (ped_constraint_count == null)
    throw meaningless('A number of affected members is required.', 'ped_constraint_count')
  return {
    ...test,
    minimumSize: min_pedsize ?? DEFAULT_MINIMUM_PEDIGREE_SIZE,
    comparison: ped_constraint,
    affectedCount: ped_constraint_count,
  }
}
