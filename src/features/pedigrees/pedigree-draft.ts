import * as v from 'valibot'
import type { Variable } from '#contract/shapes/entities.ts'
import { PEDIGREE_CONSTRAINTS } from '#domain/cohorts/cohorts.ts'
import { isFlag } from '#domain/data-types.ts'
import { DEFAULT_MINIMUM_PEDIGREE_SIZE } from '#domain/limits.ts'
import { required } from '#domain/messages.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { COHORT_NAME } from '#domain/text/names.ts'
import { suggestableName } from '#domain/text/suggested-names.ts'
import {
  storedNaming,
  storedParentId,
  type CohortRequest,
  type DraftNaming,
} from '#entities/cohorts/building/cohort-draft.ts'

export type PedigreeConstraint = (typeof PEDIGREE_CONSTRAINTS)[number]

/** "At least", "at most", "exactly" (spec section 9). */
export const PEDIGREE_CONSTRAINT_LABELS: Record<PedigreeConstraint, string> = {
  min: 'at least',
  max: 'at most',
  equal: 'exactly',
}

/** An unsaved pedigree cohort; numbers as typed. */
export interface PedigreeDraft extends DraftNaming {
  readonly parentId: number
  /** False: all relatives, affected or not. */
  readonly hasCriterion: boolean
  readonly variableName: string | null
  readonly value: string | null
  readonly constraint: PedigreeConstraint
  readonly count: string
  readonly minimumSize: string
}

export function emptyPedigreeDraft(parentId: number, variableName: string | null): PedigreeDraft {
  return {
    parentId,
    hasCriterion: variableName !== null,
    variableName,
    value: null,
    constraint: 'min',
    count: '1',
    minimumSize: String(DEFAULT_MINIMUM_PEDIGREE_SIZE),
    name: null,
    description: '',
  }
}

/** The preview request, or null while the definition is incomplete. */
export function pedigreeRequest(draft: PedigreeDraft, variable: Variable | null): CohortRequest | null {
  const relatives = { parentId: draft.parentId, cohortType: 'pedigree' as const }
  if (!draft.hasCriterion) return relatives
  const minimumSize = wholeNumber(draft.minimumSize === '' ? '0' : draft.minimumSize)
  if (minimumSize === null) return null
  const family = { ...relatives, minPedsize: minimumSize }
  const count = wholeNumber(draft.count)
  if (variable === null || count === null) return null
  const criterion = { variable: variable.variableName, pedConstraint: draft.constraint, pedConstraintCount: count }
  if (isFlag(variable.dataType)) return { ...family, ...criterion, constraintType: 'VALID' }
  return draft.value === null ? null : { ...family, ...criterion, constraintType: 'EQ', constraintValue: draft.value }
}

/** The definition in words. */
export function pedigreeDraftWords(draft: PedigreeDraft, meaning: (value: string) => string): string {
  if (!draft.hasCriterion) return 'All relatives of the parent cohort, in pedigrees of any size'
  const size =
    draft.minimumSize === '' || draft.minimumSize === '0'
      ? ''
      : ` of at least ${countOf(Number(draft.minimumSize), 'member')}`
  const value = draft.value === null ? 'is set' : meaning(draft.value)
  return `Pedigrees${size} with ${PEDIGREE_CONSTRAINT_LABELS[draft.constraint]} ${draft.count} affected: ${draft.variableName ?? ''} ${value}`
}

export function suggestedPedigreeName(draft: PedigreeDraft): string {
  const name = draft.hasCriterion
    ? `Families, ${PEDIGREE_CONSTRAINT_LABELS[draft.constraint]} ${draft.count} ${draft.variableName ?? ''} ${draft.value ?? ''}`
    : 'All relatives'
  return suggestableName([name], COHORT_NAME)
}

const WHOLE_NUMBER_MAX = 999_999

/** Why a typed number of members is invalid, or null. */
export function wholeNumberProblem(label: string, text: string): string | null {
  if (text === '') return required(label)
  return wholeNumber(text) === null
    ? `${label} must be a whole number from 0 to ${formatCount(WHOLE_NUMBER_MAX)}.`
    : null
}

function wholeNumber(text: string): number | null {
  return /^\d+$/.test(text) && Number(text) <= WHOLE_NUMBER_MAX ? Number(text) : null
}

export const StoredPedigreeDraft = v.object({
  ...storedNaming,
  parentId: storedParentId,
  hasCriterion: v.boolean(),
  variableName: v.nullable(v.string()),
  value: v.nullable(v.string()),
  constraint: v.picklist(PEDIGREE_CONSTRAINTS),
  count: v.string(),
  minimumSize: v.string(),
})
