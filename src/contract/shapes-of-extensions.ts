import * as v from 'valibot'
import { Split, VariableHit } from '#contract/shapes.ts'
import {
  count,
  countOrHidden,
  countOrZero,
  id,
  notCounted,
  textByCode,
  textOrEmpty,
  textOrNull,
} from '#contract/values.ts'

/** What only back ends answer that announce it in their capabilities. */

/** Codes of collections; none where nothing is suppressed. */
const leftOut = v.nullish(v.array(v.string()), [])

export const DistributionOfCohort = v.object({
  cohortid: id,
  categories: v.optional(v.array(v.tuple([textOrNull, countOrHidden]))),
  /** Each from its lower end to below its upper one; the last with both. */
  bins: v.optional(v.array(v.object({ from: v.number(), to: v.number(), count: countOrHidden }))),
  missing: countOrHidden,
  no_record: countOrHidden,
  /** Collections whose people are not counted here: how many of the cohort they are is suppressed. */
  left_out: leftOut,
})
export type DistributionOfCohort = v.InferOutput<typeof DistributionOfCohort>

export const ConstructPreview = v.object({
  /** Whom a definition gives the value; and how many more it would take had an earlier value not taken them. */
  values: v.array(v.object({ name: v.string(), count: countOrHidden, also_matched: countOrHidden })),
  /** Whom no definition took. */
  default: countOrHidden,
  /** [UNK] */
  unknown: countOrHidden,
  /** No form of any source was given. */
  no_record: countOrHidden,
  /** A form was given, and none of the sources was answered: no value either. */
  no_answer: v.nullish(count, null),
  ...notCounted,
  /** Of those with the default or [UNK], for how many one of several sources is missing. */
  partly_missing: v.nullish(v.object({ default: countOrHidden, unknown: countOrHidden }), null),
  /** Whom a value's definition takes too though an earlier value has them; pairs without anybody are left out. */
  overlaps: v.nullish(v.array(v.object({ value: v.string(), taken_by: v.string(), count: countOrHidden })), []),
  split: v.nullish(Split, null),
  cross: v.nullish(
    v.object({
      variable_name: v.string(),
      /** Value, answer to the other variable, count. */
      data: v.array(v.tuple([textOrNull, textOrNull, countOrHidden])),
    }),
    null,
  ),
  left_out: leftOut,
})
export type ConstructPreview = v.InferOutput<typeof ConstructPreview>

export const Overlap = v.object({ members: v.array(id), count: countOrHidden, left_out: leftOut })
export type Overlap = v.InferOutput<typeof Overlap>

export const Use = v.object({ kind: v.string(), id, name: textOrEmpty })
export type Use = v.InferOutput<typeof Use>

/** The names that a search can be narrowed by, with the values of each and how many variables have them. */
export const Facets = v.record(v.string(), v.array(v.tuple([textOrEmpty, countOrZero])))
export type Facets = v.InferOutput<typeof Facets>

/** A few bars: a value or where a range begins, and its count. */
export const Sketch = v.object({
  variable_name: v.string(),
  counts: v.array(v.tuple([textOrEmpty, countOrHidden])),
})
export type Sketch = v.InferOutput<typeof Sketch>

export const SimilarVariable = v.object({ ...VariableHit.entries, score: v.nullish(v.number(), 0) })
export type SimilarVariable = v.InferOutput<typeof SimilarVariable>

/** The fields of a base variable that an edit makes anew; those that it leaves alone are absent. */
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
  /** What stood there before an edit was approved. */
  replaced: v.nullish(VariableChanges, null),
  comment: textOrEmpty,
  made_by: textOrNull,
  made_at: textOrNull,
  decided_by: textOrNull,
  decided_at: textOrNull,
  decision_comment: textOrEmpty,
})
export type VariableEdit = v.InferOutput<typeof VariableEdit>
