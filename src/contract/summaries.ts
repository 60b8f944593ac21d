import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { FiveNumbers } from '#contract/shapes/shapes-of-descriptions.ts'
import { count, id, listNamed, nameSent } from '#contract/shapes/values.ts'
import { DISTRIBUTION_COHORTS_MAX } from '#domain/limits.ts'
import { UNABLE_TO_GET_VARIABLE } from '#domain/messages.ts'

const numberOrNull = v.nullable(v.number())

const Moments = v.object({
  n: count,
  mean: numberOrNull,
  /** The sample standard deviation; null for fewer than two individuals. */
  sd: numberOrNull,
  quantiles: v.nullable(FiveNumbers),
})

/** The summary of a variable's answers in a cohort, of the individuals alone whose records the user may read. */
export const SummaryOfCohort = v.object({
  cohortid: id,
  /** Only for a number. */
  numbers: v.nullish(
    v.object({
      ...Moments.entries,
      /** The least and the greatest answer within 1.5 interquartile ranges of the quartiles. */
      whiskers: v.nullable(v.tuple([v.number(), v.number()])),
      /** Answers beyond the whiskers: individuals, and the most extreme answers, each with its individuals. */
      outliers: v.object({ below: count, above: count, values: v.array(v.tuple([v.number(), count])) }),
    }),
    null,
  ),
  /** Only for a date. */
  dates: v.nullish(
    v.object({
      n: count,
      /** Minimum, quartiles and maximum, each one of the answers: a day (YYYY-MM-DD), of partial dates a year. */
      quantiles: v.nullable(v.tuple([v.string(), v.string(), v.string(), v.string(), v.string()])),
      /** Years (YYYY), or months (YYYY-MM) of exact dates within two years; both ends are included. */
      bins: v.array(v.object({ from: v.string(), to: v.string(), count })),
      /** Partial dates of an unknown year, which are in no bin. */
      without_year: count,
    }),
    null,
  ),
  /** Only for a text: its number of characters. */
  lengths: v.nullish(Moments, null),
  /** Collections that the user may not read. */
  left_out: v.nullish(v.array(v.string()), []),
})
export type SummaryOfCohort = v.InferOutput<typeof SummaryOfCohort>

export const variableSummary = endpoint({
  method: 'POST',
  path: '/variable/summary',
  summary: 'Mean, standard deviation and quartiles of a variable in some cohorts, by the readable answers.',
  capability: 'number-summary',
  input: v.object({
    variable_name: nameSent,
    cohortids: v.pipe(v.array(id), v.minLength(1), v.maxLength(DISTRIBUTION_COHORTS_MAX)),
  }),
  answer: listNamed('data', SummaryOfCohort),
  failure: () => UNABLE_TO_GET_VARIABLE,
})
