import { fieldsOfCondition } from '#contract/constraint-fields.ts'
import type { CountRow, PedigreeRow } from '#contract/shapes.ts'
import { conditionProblem, conditionWords, type Condition } from '#domain/constraint.ts'
import { COHORT_NAME_MAX } from '#domain/limits.ts'

/** A subset cohort that is not saved yet. */
export interface SubsetDraft {
  readonly parentId: number
  readonly variableName: string | null
  readonly condition: Condition | null
  readonly name: string
  readonly description: string
}

export interface SubsetRequest {
  readonly parent_id: number
  readonly cohort_type: 'subset'
  readonly variable: string
  readonly constraint_type?: string | null | undefined
  readonly constraint_value?: string | null | undefined
  readonly constraint_values?: string[] | null | undefined
}

/** What to ask of the back end, or null while the definition is not whole. */
export function subsetRequest(draft: SubsetDraft, dataType: string): SubsetRequest | null {
  const { variableName, condition, parentId } = draft
  if (variableName === null || condition === null || conditionProblem(dataType, condition) !== null) return null
  return { parent_id: parentId, cohort_type: 'subset', variable: variableName, ...fieldsOfCondition(condition) }
}

/** Whether two requests ask the same. */
export function isSameRequest(left: SubsetRequest | null, right: SubsetRequest | null): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** How many individuals the rows of a preview or summary hold; hidden counts are not known and not counted. */
export function totalOf(rows: readonly (CountRow | PedigreeRow)[]): number {
  return rows.reduce((sum, row) => sum + (row.count ?? 0), 0)
}

/** A name that says what the condition does, cut to what a name may hold. */
export function suggestedName(variableName: string, condition: Condition, meaning: (value: string) => string): string {
  return conditionWords(variableName, condition.operator, condition.values, meaning)
    .replaceAll(/['"\\]/g, '')
    .slice(0, COHORT_NAME_MAX)
    .trim()
}

/** What Save still waits for (spec section 4): nothing, or the reasons in the order in which to mend them. */
export function missingForSave(draft: SubsetDraft, applied: { isCurrent: boolean; total: number } | null): string[] {
  const missing: string[] = []
  if (draft.variableName === null) missing.push('Choose a variable.')
  else if (applied === null || !applied.isCurrent) missing.push('Apply the filter first.')
  else if (applied.total === 0) missing.push('Nobody meets the condition: an empty cohort cannot be saved.')
  if (draft.name.trim() === '' && draft.description.trim() === '') missing.push('Give it a name or a description.')
  return missing
}
