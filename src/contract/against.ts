import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { count, nameSent, optionalId, textOrEmpty } from '#contract/shapes/values.ts'
import { UNABLE_TO_GET_VARIABLE } from '#domain/messages.ts'

const numberOrNull = v.nullish(v.number(), null)

/** A variable of a picture of two: the values of a category, or the bins of a number. */
const PlotAxis = v.object({
  variable_name: v.string(),
  data_type: textOrEmpty,
  /** In the order of the dictionary. */
  values: v.nullish(v.array(v.string()), null),
  /** Bins of whole numbers end at their last number, others at the start of the next. */
  bins: v.nullish(v.array(v.object({ from: v.number(), to: v.number() })), null),
})
export type PlotAxis = v.InferOutput<typeof PlotAxis>

export const TwoVariables = v.object({
  axes: v.tuple([PlotAxis, PlotAxis]),
  /** Places on both axes, from 0, and individuals. Empty cells are left out. */
  cells: v.array(v.tuple([count, count, count])),
  /**
   * Of two numbers: both answers, and the individuals who gave them. Null for more than 2,000 individuals, and from back
   * ends that only count in bins.
   */
  points: v.nullish(v.array(v.tuple([v.number(), v.number(), count])), null),
  /** Individuals with an answer to both. */
  answered: count,
  /** Individuals without an answer to the first variable, to the second, and to either. */
  missing: v.tuple([count, count, count]),
  /** Only for two numbers; null for fewer than two pairs, and where a variable has one value only. */
  correlation: v.nullish(
    v.object({
      pearson: numberOrNull,
      spearman: numberOrNull,
      /** Null where families have several of the individuals, unless one of each is drawn. */
      pearson_p: numberOrNull,
      spearman_p: numberOrNull,
      /** Individuals correlated: one of each family if they are drawn. */
      tested: v.nullish(count, null),
      families: v.nullish(count, null),
      /** Families of several individuals. */
      related_families: v.nullish(count, null),
    }),
    null,
  ),
  /** Whether only individuals whose records the user may read are counted. */
  only_readable: v.nullish(v.boolean(), false),
  /** Collections that are not counted. */
  left_out: v.nullish(v.array(v.string()), []),
})
export type TwoVariables = v.InferOutput<typeof TwoVariables>

export const variableAgainst = endpoint({
  method: 'POST',
  path: '/variable/against',
  summary: 'The individuals of a cohort by their answers to two variables, and the correlation of two numbers.',
  capability: 'plot-against',
  input: v.object({
    variable_name: nameSent,
    other_variable_name: nameSent,
    cohortid: optionalId,
    /** Correlates one member of each family, drawn at random by this seed. */
    family_seed: v.nullish(count, null),
  }),
  answer: TwoVariables,
  failure: () => UNABLE_TO_GET_VARIABLE,
})
