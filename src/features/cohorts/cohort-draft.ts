import * as v from 'valibot'
import type { cohortNew } from '#contract/cohorts.ts'
import type { CountRow, PedigreeRow } from '#contract/entities.ts'
import type { RequestOf } from '#contract/wire-names.ts'
import { type SetOperation, PEDIGREE_CONSTRAINTS, SET_OPERATIONS } from '#domain/cohorts.ts'
import { COHORT_NAME, suggestableName } from '#domain/names.ts'
import { fieldsOfCondition } from '#contract/constraint-fields.ts'
import { conditionProblem, conditionWords, type Condition } from '#domain/constraint.ts'
import { OPERATORS } from '#domain/operators.ts'

/** A cohort's definition as it is asked for and saved, before it has a name. */
export type CohortRequest = Omit<RequestOf<typeof cohortNew>, 'name' | 'description'>

export interface CohortNaming {
  readonly name: string
  readonly description: string
}

/** What was applied, and whether it still is what the builder says. */
export interface AppliedPreview {
  readonly isCurrent: boolean
  readonly isEmpty: boolean
}

/** Whether two requests ask the same. */
export function isSameRequest(left: CohortRequest | null, right: CohortRequest | null): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** How many individuals the rows of a preview or summary hold; hidden counts are not known and not counted. */
export function totalOf(rows: readonly (CountRow | PedigreeRow)[]): number {
  return rows.reduce((sum, row) => sum + (row.count ?? 0), 0)
}

/** Whether the rows hold nobody; a hidden count is of somebody. */
export function isNobody(rows: readonly (CountRow | PedigreeRow)[]): boolean {
  return rows.every(({ count }) => count === 0)
}

export const EMPTY_COHORT = 'Nobody is in it: an empty cohort cannot be saved.'

interface Definition {
  /** What it lacks; null where it is whole. */
  readonly incomplete: string | null
  /** Whether the live result of this very definition has found nobody. */
  readonly isLiveEmpty: boolean
  readonly applied: AppliedPreview | null
  /** What to do while the preview of the definition is not there. */
  readonly unapplied?: string
}

/** What Save still waits for (spec section 4), in the order in which to mend it. */
export function missingForSave(
  { incomplete, isLiveEmpty, applied, unapplied = 'Apply the definition first.' }: Definition,
  naming: CohortNaming,
): readonly Missing[] {
  const missing: Missing[] = []
  const isApplied = applied !== null && applied.isCurrent
  if (incomplete !== null) missing.push({ what: 'definition', words: incomplete })
  else if (isApplied ? applied.isEmpty : isLiveEmpty) missing.push({ what: 'members', words: EMPTY_COHORT })
  else if (!isApplied) missing.push({ what: 'apply', words: unapplied })
  if (naming.name.trim() === '' && naming.description.trim() === '') {
    missing.push({ what: 'name', words: 'Give it a name.' })
  }
  return missing
}

export interface Missing {
  readonly what: 'definition' | 'apply' | 'members' | 'name'
  readonly words: string
}

/** A compound cohort that is not saved yet. */
export interface CompoundDraft extends CohortNaming {
  readonly parentId: number
  readonly secondId: number | null
  readonly operation: SetOperation | null
}

/** Each set operation as a sentence about the two cohorts. */
export const OPERATION_SENTENCES: Record<SetOperation, (first: string, second: string) => string> = {
  UNION: (first, second) => `in ${first} or in ${second}, or in both`,
  SUBTRACT: (first, second) => `in ${first} but not in ${second}`,
  INTERSECT: (first, second) => `in both ${first} and ${second}`,
}

export const SHORT_WORDS: Record<SetOperation, string> = { UNION: 'or', SUBTRACT: 'minus', INTERSECT: 'and' }

/** What to ask of the back end, or null while no second cohort or no operation is chosen. */
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

const naming = { name: v.string(), description: v.string() }

const parentId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** Drafts as a browser may have kept them; what does not fit is no draft. */
export const StoredSubsetDraft = v.object({
  ...naming,
  parentId,
  variableName: v.nullable(v.string()),
  condition: v.nullable(v.object({ operator: v.picklist(OPERATORS), values: v.array(v.string()) })),
})

export const StoredCompoundDraft = v.object({
  ...naming,
  parentId,
  secondId: v.nullable(parentId),
  operation: v.nullable(v.picklist(SET_OPERATIONS)),
})

export const StoredPedigreeDraft = v.object({
  ...naming,
  parentId,
  hasCriterion: v.boolean(),
  variableName: v.nullable(v.string()),
  value: v.nullable(v.string()),
  constraint: v.picklist(PEDIGREE_CONSTRAINTS),
  count: v.string(),
  minimumSize: v.string(),
})
