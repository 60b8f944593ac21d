import * as v from 'valibot'
import { SavedConstruct } from '#contract/custom-variables.ts'
import { endpoint } from '#contract/endpoint.ts'
import { ConstructDraft } from '#contract/shapes/construct-draft.ts'
import { FiveNumbers } from '#contract/shapes/shapes-of-descriptions.ts'
import { leftOut } from '#contract/shapes/shapes-of-extensions.ts'
import { Split } from '#contract/shapes/shapes.ts'
import {
  count,
  countOrHidden,
  id,
  nameSent,
  rerunSent,
  versionSent,
  notCounted,
  optionalId,
  textOrNull,
} from '#contract/shapes/values.ts'
import { FAILED_TO_SAVE_CUSTOM_VARIABLE, UNABLE_TO_GET_CUSTOM_VARIABLES } from '#domain/messages.ts'

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
  /** Individuals who match a value's definition but have an earlier value: the largest pairs of each value, none empty. */
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
  /** Only for a score, instead of values: the numbers of the individuals that the user may read. */
  score: v.nullish(
    v.object({
      answered: count,
      mean: v.nullable(v.number()),
      /** The sample standard deviation; null for fewer than two individuals. */
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

export const constructNew = endpoint({
  method: 'POST',
  path: '/construct/new',
  summary: 'Saves a custom variable.',
  audit: 'Save a custom variable',
  changes: 'once',
  input: ConstructDraft,
  answer: SavedConstruct,
  failure: () => FAILED_TO_SAVE_CUSTOM_VARIABLE,
})

export const constructReplace = endpoint({
  method: 'POST',
  path: '/construct/replace',
  summary: 'Replaces a custom variable by a new definition, with a new id; its dependants are run again.',
  audit: 'Change a custom variable',
  changes: 'once',
  capability: 'construct-replace',
  input: v.object({
    ...ConstructDraft.entries,
    constructid: id,
    version: versionSent,
    /** Runs dependants again (capability "rerun-dependants"). */
    rerun: rerunSent,
  }),
  answer: SavedConstruct,
  failure: () => FAILED_TO_SAVE_CUSTOM_VARIABLE,
})
