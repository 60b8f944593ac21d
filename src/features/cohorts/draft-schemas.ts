import * as v from 'valibot'
import { PEDIGREE_CONSTRAINTS, SET_OPERATIONS } from '#domain/cohorts.ts'
import { OPERATORS } from '#domain/operators.ts'

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
