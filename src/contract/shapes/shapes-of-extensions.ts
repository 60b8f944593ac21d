import * as v from 'valibot'
import { FiveNumbers } from '#contract/shapes/five-numbers.ts'
import { Split, VariableHit } from '#contract/shapes/shapes.ts'
import {
  count,
  countOrHidden,
  countOrZero,
  id,
  notCounted,
  textByCode,
  textOrEmpty,
  textOrNull,
} from '#contract/shapes/values.ts'

const numberOrNull = v.nullable(v.number())
/** Codes of collections; empty if nothing is suppressed. */
const leftOut = v.nullish(v.array(v.string()), [])

export const DistributionOfCohort = v.object({
  cohortid: id,
  categories: v.optional(v.array(v.tuple([textOrNull, countOrHidden]))),
  /** Half-open intervals [from, to); the last is closed. */
  bins: v.optional(v.array(v.object({ from: v.number(), to: v.number(), count: countOrHidden }))),
  missing: countOrHidden,
  no_record: countOrHidden,
  /** Collections excluded because their number of members is suppressed. */
  left_out: leftOut,
})
export type DistributionOfCohort = v.InferOutput<typeof DistributionOfCohort>

export const ConstructPreview = v.object({
  /** Individuals with the value (count); those whose definition matches, but who have an earlier value (also). */
  values: v.array(v.object({ name: v.string(), count: countOrHidden, also_matched: countOrHidden })),
  /** Matched by no definition. */
  default: countOrHidden,
  /** [UNK] */
  unknown: countOrHidden,
  /** No form of any source exists. */
  no_record: countOrHidden,
  /** A form exists, but none of the sources was answered: no value either. */
  no_answer: v.nullish(count, null),
  ...notCounted,
  /** Individuals with the default or [UNK] that lack one of several sources. */
  partly_missing: v.nullish(v.object({ default: countOrHidden, unknown: countOrHidden }), null),
  /** Individuals who match a value's definition but have an earlier value; empty pairs are omitted. */
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
  /** Of a score, instead of values: the numbers of the individuals that the user may read. */
  score: v.nullish(
    v.object({
      answered: count,
      mean: numberOrNull,
      /** Of a sample; null for fewer than two individuals. */
      sd: numberOrNull,
      quantiles: v.nullable(FiveNumbers),
      bins: v.array(v.object({ from: v.number(), to: v.number(), count: v.number() })),
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
