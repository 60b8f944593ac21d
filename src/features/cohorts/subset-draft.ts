import { fieldsOfCondition } from '#contract/constraint-fields.ts'
import { conditionProblem, conditionWords, type Condition } from '#domain/constraint.ts'
import { COHORT_NAME, suggestableName } from '#domain/names.ts'
import type { CohortNaming, CohortRequest } from '#features/cohorts/cohort-draft.ts'

/** A subset cohort that is not saved yet. */
export interface SubsetDraft extends CohortNaming {
  readonly parentId: number
  readonly variableName: string | null
  readonly condition: Condition | null
}

/** What to ask of the back end, or null while the definition is not whole. */
export function subsetRequest(draft: SubsetDraft, dataType: string): CohortRequest | null {
  const { variableName, condition, parentId } = draft
  if (variableName === null || condition === null || conditionProblem(dataType, condition) !== null) return null
  return { parent_id: parentId, cohort_type: 'subset', variable: variableName, ...fieldsOfCondition(condition) }
}

/** A name that says what the condition does, cut to what a name may hold. */
export function suggestedName(variableName: string, condition: Condition, meaning: (value: string) => string): string {
  return suggestableName(conditionWords(variableName, condition.operator, condition.values, meaning), COHORT_NAME)
}
