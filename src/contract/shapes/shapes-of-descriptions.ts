import * as v from 'valibot'
import { count, countOrHidden, id, textByCode, textOrEmpty, textOrNull } from '#contract/shapes/values.ts'

/** Minimum, lower quartile, median, upper quartile and maximum; quartiles of type 7. */
export const FiveNumbers = v.tuple([v.number(), v.number(), v.number(), v.number(), v.number()])

const codesOfCollections = v.nullish(v.array(v.string()), [])
const numberOrNull = v.nullish(v.number(), null)

/** A column of a description: a cohort, or its individuals with one answer. */
export const Group = v.object({
  cohortid: id,
  /** The answer, in a description by a variable. */
  value: textOrNull,
  /** Null if suppressed, in part or as a whole. */
  size: countOrHidden,
  /** Only individuals whose records the user may read are counted. */
  only_readable: v.nullish(v.boolean(), false),
})
export type Group = v.InferOutput<typeof Group>

/** The whole cohort of a description by a variable, and its members who are in no group. */
export const Overall = v.object({
  size: count,
  /** Without an answer to the variable: a record without an answer, no record, and answers that are in no group. */
  unknown: count,
  no_record: count,
  other: count,
})
export type Overall = v.InferOutput<typeof Overall>

/** Individuals in two groups, by their places from 0. */
export const GroupOverlap = v.object({
  places: v.tuple([count, count]),
  /** Null if suppressed, in part or as a whole. */
  count: countOrHidden,
  /** Counts only individuals whose records the user may read. */
  readable: count,
})
export type GroupOverlap = v.InferOutput<typeof GroupOverlap>

/** The answers of one group to one variable. The four counts are of individuals; null if suppressed. */
export const GroupAnswers = v.object({
  answered: countOrHidden,
  /** A record without an answer, or [UNK]. */
  unknown: countOrHidden,
  no_record: countOrHidden,
  /** Individuals whose numbers or texts are not read, because the user may not read their records. */
  not_counted: countOrHidden,
  /** Collections excluded because their number of members is suppressed. */
  left_out: codesOfCollections,
  /** Counts by answer, of categories only. */
  categories: v.nullish(v.array(v.tuple([textOrEmpty, countOrHidden])), null),
  /** Only for numbers; null for no answer, and the standard deviation of a sample for fewer than two. */
  mean: numberOrNull,
  sd: numberOrNull,
  quantiles: v.nullish(FiveNumbers, null),
})
export type GroupAnswers = v.InferOutput<typeof GroupAnswers>

export const DescribedVariable = v.object({
  /** Of several versions, the newest. */
  variable_name: v.string(),
  /** All versions, newest first; null for one variable. */
  versions: v.nullish(v.array(v.string()), null),
  data_type: textOrEmpty,
  question: textOrEmpty,
  value_mapping: v.nullish(textByCode, {}),
  /** In the order of the groups. */
  groups: v.array(GroupAnswers),
  /** The whole cohort, in a description by a variable. */
  overall: v.nullish(GroupAnswers, null),
  /** Only if tests are requested: the p value and the test, or why there is none. */
  tested: v.nullish(
    v.object({
      p: numberOrNull,
      test: textOrEmpty,
      because: textOrEmpty,
      /** Families of several individuals in the groups; null if suppressed. */
      related_families: countOrHidden,
      /** Families in the groups: the individuals if one of each is drawn. */
      families: countOrHidden,
    }),
    null,
  ),
})
export type DescribedVariable = v.InferOutput<typeof DescribedVariable>
