import * as v from 'valibot'
import type { cohortNew } from '#contract/cohorts.ts'
import { conditionOfFields, fieldsOfCondition } from '#contract/shapes/constraint-fields.ts'
import type { Cohort, CountRow, PedigreeRow, Split, Variable } from '#contract/shapes/entities.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { cohortKind, type SetOperation, SET_OPERATIONS } from '#domain/cohorts/cohorts.ts'
import { conditionProblem, type Condition } from '#domain/conditions/constraint.ts'
import { OPERATORS } from '#domain/conditions/operators.ts'
import { capitalized } from '#domain/text/name-words.ts'
import { COHORT_NAME } from '#domain/text/names.ts'
import { suggestableName } from '#domain/text/suggested-names.ts'
import { conditionName } from '#entities/conditions/condition-sentence.ts'

/** A cohort's definition for previews and saves, without its name. */
export type CohortRequest = Omit<RequestOf<typeof cohortNew>, 'name' | 'description'>

export interface CohortNaming {
  readonly name: string
  readonly description: string
}

/** The naming of a draft. A null name is the suggested name, which follows the definition. */
export interface DraftNaming {
  readonly name: string | null
  readonly description: string
}

export function isSameRequest(left: CohortRequest | null, right: CohortRequest | null): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** The number of individuals in the rows of a preview or summary; suppressed counts are omitted. */
export function totalOf(rows: readonly (CountRow | PedigreeRow)[]): number {
  return rows.reduce((sum, row) => sum + (row.count ?? 0), 0)
}

export interface PreviewedCounts {
  readonly data: readonly (CountRow | PedigreeRow)[]
  readonly split: Split | null
  readonly totals: { readonly individuals: number | null } | null
  readonly placeholders: number | null
  readonly leftOut?: readonly string[] | undefined
}

/** The number of individuals of a preview, as exactly as the back end reports it. */
export function liveTotal({ data, split, totals }: PreviewedCounts): number {
  return split?.match ?? totals?.individuals ?? totalOf(data)
}

/** Whether the rows have no individuals; a suppressed count is at least one. */
export function hasNoIndividuals(rows: readonly (CountRow | PedigreeRow)[]): boolean {
  return rows.every(({ count }) => count === 0)
}

export const EMPTY_COHORT = 'No individual matches. An empty cohort cannot be saved.'

interface Definition {
  /** The missing part of the definition; null if it is complete. */
  readonly incomplete: string | null
  /** Whether the live preview of this exact definition is empty; null without a preview. */
  readonly isEmpty: boolean | null
  readonly hasFailed: boolean
}

/** The open requirements of Save (spec section 4), in the order of the screen. */
export function missingForSave(
  { incomplete, isEmpty, hasFailed }: Definition,
  naming: CohortNaming,
): readonly Missing[] {
  const missing: Missing[] = []
  if (incomplete !== null) missing.push({ what: 'definition', words: incomplete })
  else if (isEmpty === null) {
    missing.push({ what: 'preview', words: hasFailed ? 'Repeat the preview.' : 'Wait for the preview.' })
  } else if (isEmpty) missing.push({ what: 'members', words: EMPTY_COHORT })
  if (naming.name.trim() === '' && naming.description.trim() === '') {
    missing.push({ what: 'name', words: 'Enter a name.' })
  }
  return missing
}

export interface Missing {
  readonly what: 'definition' | 'preview' | 'members' | 'name'
  readonly words: string
}

/** An unsaved compound cohort. */
export interface CompoundDraft extends DraftNaming {
  readonly parentId: number
  readonly secondId: number | null
  readonly operation: SetOperation | null
}

/** Each set operation as a sentence about the two cohorts. */
export const OPERATION_SENTENCES: Record<SetOperation, (first: string, second: string) => string> = {
  UNION: (first, second) => `in ${first}, in ${second} or in both`,
  SUBTRACT: (first, second) => `in ${first} but not in ${second}`,
  INTERSECT: (first, second) => `in both ${first} and ${second}`,
}

const SHORT_WORDS: Record<SetOperation, string> = { UNION: 'or', SUBTRACT: 'minus', INTERSECT: 'and' }

/** The preview request, or null while the second cohort or the operation is missing. */
export function compoundRequest(
  { parentId, secondId }: CompoundDraft,
  operation: SetOperation | null,
): CohortRequest | null {
  if (secondId === null || secondId === parentId || operation === null) return null
  return { parentId, secondparentId: secondId, cohortType: 'compound', constraintType: operation }
}

export function suggestedCompoundName(operation: SetOperation, first: string, second: string): string {
  return suggestableName([`${first} ${SHORT_WORDS[operation]} ${second}`], COHORT_NAME)
}

/** An unsaved subset cohort. */
export interface SubsetDraft extends DraftNaming {
  readonly parentId: number
  readonly variableName: string | null
  readonly condition: Condition | null
}

/** The preview request, or null while the definition is incomplete. */
export function subsetRequest(draft: SubsetDraft, dataType: string): CohortRequest | null {
  const { variableName, condition, parentId } = draft
  if (variableName === null || condition === null || conditionProblem(dataType, condition) !== null) return null
  return { parentId, cohortType: 'subset', variable: variableName, ...fieldsOfCondition(condition) }
}

/** The request that counts a saved subset or intersection again; null for other kinds. */
export function savedSplitRequest(cohort: Cohort): CohortRequest | null {
  const { parentId, secondparentId, variableName: variable, constraintType, constraintValues } = cohort
  if (constraintType === 'INTERSECT' && parentId !== null && secondparentId !== null) {
    return { parentId, secondparentId, cohortType: 'compound', constraintType }
  }
  const condition = conditionOfFields({ constraintType, constraintValues: [...constraintValues] })
  if (cohortKind(constraintType) !== 'subset' || parentId === null || variable === null || !condition) return null
  return { parentId, cohortType: 'subset', variable, ...fieldsOfCondition(condition) }
}

/** A name from the condition: by the labels of its values, or if that is too long by their codes. */
export function suggestedName(
  variableName: string,
  condition: Condition,
  variable: Pick<Variable, 'valueMapping' | 'dataType'> | undefined,
): string {
  const texts = [variable, undefined].map((known) => capitalized(conditionName(variableName, condition, known)))
  return suggestableName(texts, COHORT_NAME)
}

/** The naming of a stored draft. */
export const storedNaming = { name: v.nullable(v.string()), description: v.string() }

export const storedParentId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** A browser's stored draft; anything else is discarded. */
export const StoredSubsetDraft = v.object({
  ...storedNaming,
  parentId: storedParentId,
  variableName: v.nullable(v.string()),
  condition: v.nullable(v.object({ operator: v.picklist(OPERATORS), values: v.array(v.string()) })),
})

export const StoredCompoundDraft = v.object({
  ...storedNaming,
  parentId: storedParentId,
  secondId: v.nullable(storedParentId),
  operation: v.nullable(v.picklist(SET_OPERATIONS)),
})
