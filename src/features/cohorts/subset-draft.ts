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
  return { parentId, cohortType: 'subset', variable: variableName, ...fieldsOfCondition(condition) }
}

/** A name that says what the condition does: by what its values mean, or where that is too long by their codes. */
export function suggestedName(variableName: string, condition: Condition, meaning: (value: string) => string): string {
  const { operator, values } = condition
  return suggestableName(
    [conditionWords(variableName, operator, values, meaning), conditionWords(variableName, operator, values)],
    COHORT_NAME,
  )
}
