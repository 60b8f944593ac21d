import * as v from 'valibot'
import { VariableHit } from '#contract/shapes/shapes.ts'
import { countOrHidden, countOrZero, id, textByCode, textOrEmpty, textOrNull } from '#contract/shapes/values.ts'

/** Codes of collections that are not counted. */
export const leftOut = v.nullish(v.array(v.string()), [])

export const DistributionOfCohort = v.object({
  cohortid: id,
  categories: v.optional(v.array(v.tuple([textOrNull, countOrHidden]))),
  /** Half-open intervals [from, to); the last is closed. */
  bins: v.optional(v.array(v.object({ from: v.number(), to: v.number(), count: countOrHidden }))),
  missing: countOrHidden,
  no_record: countOrHidden,
  left_out: leftOut,
})
export type DistributionOfCohort = v.InferOutput<typeof DistributionOfCohort>

export const Overlap = v.object({ members: v.array(id), count: countOrHidden, left_out: leftOut })
export type Overlap = v.InferOutput<typeof Overlap>

export const Use = v.object({ kind: v.string(), id, name: textOrEmpty })
export type Use = v.InferOutput<typeof Use>

/** Facets of a search: their values, each with its number of variables. */
export const Facets = v.record(v.string(), v.array(v.tuple([textOrEmpty, countOrZero])))
export type Facets = v.InferOutput<typeof Facets>

/** A few bars: a value or the start of a range, and its count. */
export const Sketch = v.object({
  variable_name: v.string(),
  counts: v.array(v.tuple([textOrEmpty, countOrHidden])),
})
export type Sketch = v.InferOutput<typeof Sketch>

export const SimilarVariable = v.object({ ...VariableHit.entries, score: v.nullish(v.number(), 0) })
export type SimilarVariable = v.InferOutput<typeof SimilarVariable>

/** The fields of a base variable that an edit replaces; unchanged fields are absent. */
export const VariableChanges = v.object({
  question: v.nullish(v.string()),
  explicit: v.nullish(v.string()),
  implicit: v.nullish(v.string()),
  values: v.nullish(textByCode),
})
export type VariableChanges = v.InferOutput<typeof VariableChanges>

export const VariableEdit = v.object({
  edit_id: id,
  variable_name: textOrEmpty,
  /** queued, approved or rejected */
  state: textOrEmpty,
  changes: v.nullish(VariableChanges, {}),
  /** The values before the edit was approved. */
  replaced: v.nullish(VariableChanges, null),
  comment: textOrEmpty,
  made_by: textOrNull,
  made_at: textOrNull,
  decided_by: textOrNull,
  decided_at: textOrNull,
  decision_comment: textOrEmpty,
})
export type VariableEdit = v.InferOutput<typeof VariableEdit>
