import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { ConstructDraft } from '#contract/shapes/drafts.ts'
import { FiveNumbers } from '#contract/shapes/five-numbers.ts'
import { leftOut } from '#contract/shapes/shapes-of-extensions.ts'
import { Split } from '#contract/shapes/shapes.ts'
import { count, countOrHidden, nameSent, notCounted, optionalId, textOrNull } from '#contract/shapes/values.ts'
import { UNABLE_TO_GET_CUSTOM_VARIABLES } from '#domain/messages.ts'

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
      mean: v.nullable(v.number()),
      /** Of a sample; null for fewer than two individuals. */
      sd: v.nullable(v.number()),
      quantiles: v.nullable(FiveNumbers),
      bins: v.array(v.object({ from: v.number(), to: v.number(), count: v.number() })),
    }),
    null,
  ),
  left_out: leftOut,
})
export type ConstructPreview = v.InferOutput<typeof ConstructPreview>

/**
 * Counts a draft before it is saved. A value without a constraint matches nothing; combinations without a value are
 * [UNK].
 */
export const constructPreview = endpoint({
  method: 'POST',
  path: '/construct/preview',
  summary: 'The counts of a custom variable’s values, before it is saved.',
  capability: 'construct-preview',
  input: v.object({
    ...ConstructDraft.entries,
    name: v.nullish(nameSent, ''),
    cohortid: optionalId,
    /** Another variable, cross-tabulated with the values. */
    cross: v.nullish(nameSent),
  }),
  answer: ConstructPreview,
  failure: () => UNABLE_TO_GET_CUSTOM_VARIABLES,
})
