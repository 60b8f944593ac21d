import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { Variable, VariableHit } from '#contract/shapes.ts'
import { DistributionOfCohort, Facets } from '#contract/shapes-of-extensions.ts'
import { id, listNamed, optionalId } from '#contract/values.ts'
import { DISTRIBUTION_BINS, DISTRIBUTION_BINS_MAX, DISTRIBUTION_COHORTS_MAX } from '#domain/limits.ts'
import { UNABLE_TO_EDIT_VARIABLE, UNABLE_TO_GET_VARIABLE, UNABLE_TO_GET_VARIABLES } from '#domain/messages.ts'

const SearchFilter = v.object({
  form: v.nullish(v.string()),
  section: v.nullish(v.string()),
  data_type: v.nullish(v.string()),
  /** The variable_type. */
  kind: v.nullish(v.string()),
  collection: v.nullish(v.string()),
  cohortid: optionalId,
})
export type SearchFilter = v.InferOutput<typeof SearchFilter>

export const variableSearch = endpoint({
  method: 'POST',
  path: '/variable/search',
  input: v.object({
    searchstring: v.string(),
    searchtype: v.literal('question'),
    /** Both of the capability "facets". */
    facets: v.optional(v.boolean()),
    filter: v.optional(SearchFilter),
  }),
  answer: v.union([
    v.object({ data: v.array(VariableHit), facets: v.nullish(Facets, {}) }),
    v.pipe(
      v.array(VariableHit),
      v.transform((data) => ({ data, facets: {} })),
    ),
  ]),
  failure: () => UNABLE_TO_GET_VARIABLES,
})

export const variableLookup = endpoint({
  method: 'POST',
  path: '/variable/lookup',
  input: v.object({ variable_names: v.array(v.string()), limit_cohortid: optionalId }),
  answer: listNamed('data', Variable),
  failure: ({ variable_names }) => (variable_names.length === 1 ? UNABLE_TO_GET_VARIABLE : UNABLE_TO_GET_VARIABLES),
})

export const variableEdit = endpoint({
  method: 'POST',
  path: '/variable/edit',
  input: v.object({
    variable_name: v.string(),
    explicit: v.nullish(v.string()),
    question: v.nullish(v.string()),
    implicit: v.nullish(v.string()),
    values: v.nullish(v.record(v.string(), v.string())),
    comment: v.nullish(v.string(), ''),
  }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_EDIT_VARIABLE,
})

/** How the answers are spread in some cohorts (capability "distribution"). */
export const variableDistribution = endpoint({
  method: 'POST',
  path: '/variable/distribution',
  input: v.object({
    variable_name: v.string(),
    cohortids: v.pipe(v.array(id), v.minLength(1), v.maxLength(DISTRIBUTION_COHORTS_MAX)),
    bins: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(DISTRIBUTION_BINS_MAX)),
      DISTRIBUTION_BINS,
    ),
  }),
  answer: listNamed('data', DistributionOfCohort),
  failure: () => UNABLE_TO_GET_VARIABLE,
})
