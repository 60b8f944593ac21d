import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import {
  DistributionOfCohort,
  Facets,
  SimilarVariable,
  Sketch,
  VariableEdit,
} from '#contract/shapes/shapes-of-extensions.ts'
import { Variable, VariableHit } from '#contract/shapes/shapes.ts'
import {
  count,
  id,
  listNamed,
  namesSent,
  nameSent,
  optionalId,
  searchSent,
  textList,
  textSent,
  descriptionSent,
} from '#contract/shapes/values.ts'
import {
  DISTRIBUTION_BINS,
  DISTRIBUTION_BINS_MAX,
  DISTRIBUTION_COHORTS_MAX,
  LOOKUP_NAMES_MAX,
  SEARCH_LIMIT_MAX,
  SKETCHES_MAX,
} from '#domain/limits.ts'
import {
  UNABLE_TO_GET_VARIABLE,
  UNABLE_TO_GET_VARIABLES,
  UNABLE_TO_EDIT_VARIABLE,
  UNABLE_TO_GET_VARIABLE_EDITS,
} from '#domain/messages.ts'

const SearchFilter = v.object({
  /** Instrument and version. */
  form: v.nullish(textSent),
  section: v.nullish(textSent),
  data_type: v.nullish(nameSent),
  /** The variable_type. */
  kind: v.nullish(nameSent),
  /** Answered in this collection. */
  collection: v.nullish(nameSent),
  /** Answered by a member of this cohort. */
  cohortid: optionalId,
})
export type SearchFilter = v.InferOutput<typeof SearchFilter>

const Reading = v.object({
  /** Unknown words and their corrections. */
  corrections: v.nullish(v.array(v.object({ from: v.string(), to: v.string() })), []),
  /** Words or terms with the synonyms that matched. */
  synonyms: v.nullish(v.array(v.object({ word: v.string(), synonyms: textList })), []),
  /** The search words, and inflected forms that matched. */
  marks: textList,
})
export type SearchReading = v.InferOutput<typeof Reading>

const SearchAnswer = v.object({
  data: v.array(VariableHit),
  facets: v.nullish(Facets, {}),
  /** The total number of hits if the list is limited. */
  total: v.nullish(count),
  /** The interpretation of the search words. */
  reading: v.nullish(Reading),
  /** Whether no variable matches all words; the data then match most of them. */
  nearest: v.nullish(v.boolean(), false),
})

export const variableSearch = endpoint({
  method: 'POST',
  path: '/variable/search',
  summary: 'Searches names and questions of the catalog, the best first.',
  input: v.object({
    searchstring: searchSent,
    searchtype: v.literal('question'),
    /** This and the next two: capability "facets". */
    facets: v.optional(v.boolean()),
    filter: v.optional(SearchFilter),
    /** Limits the number of hits; the response then has the total. */
    limit: v.optional(v.pipe(count, v.minValue(1), v.maxValue(SEARCH_LIMIT_MAX))),
    /** Returns the nearest variables if none matches all words (capability "nearest"). */
    nearest: v.optional(v.boolean()),
  }),
  answer: v.union([
    SearchAnswer,
    v.pipe(
      v.array(VariableHit),
      v.transform((data): v.InferOutput<typeof SearchAnswer> => ({ data, facets: {}, nearest: false })),
    ),
  ]),
  failure: () => UNABLE_TO_GET_VARIABLES,
})

export const variableLookup = endpoint({
  method: 'POST',
  path: '/variable/lookup',
  summary: 'Variables by their names, with counts of all or of a cohort.',
  input: v.object({ variable_names: namesSent(LOOKUP_NAMES_MAX), limit_cohortid: optionalId }),
  answer: listNamed('data', Variable),
  failure: ({ variable_names }) => (variable_names.length === 1 ? UNABLE_TO_GET_VARIABLE : UNABLE_TO_GET_VARIABLES),
})

export const variableDistribution = endpoint({
  method: 'POST',
  path: '/variable/distribution',
  summary: 'How a variable’s answers are spread in some cohorts.',
  capability: 'distribution',
  input: v.object({
    variable_name: nameSent,
    cohortids: v.pipe(v.array(id), v.minLength(1), v.maxLength(DISTRIBUTION_COHORTS_MAX)),
    bins: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(DISTRIBUTION_BINS_MAX)),
      DISTRIBUTION_BINS,
    ),
  }),
  answer: listNamed('data', DistributionOfCohort),
  failure: () => UNABLE_TO_GET_VARIABLE,
})

export const variableSketches = endpoint({
  method: 'POST',
  path: '/variable/sketches',
  summary: 'The spread of several variables in a few bars each.',
  capability: 'sketches',
  input: v.object({ variable_names: namesSent(SKETCHES_MAX) }),
  answer: listNamed('data', Sketch),
  failure: () => UNABLE_TO_GET_VARIABLES,
})

export const variableSimilar = endpoint({
  method: 'GET',
  path: '/variable/similar',
  summary: 'Variables of other forms that ask the same.',
  capability: 'same-question',
  input: v.object({ variable_name: nameSent }),
  answer: listNamed('data', SimilarVariable),
  failure: () => UNABLE_TO_GET_VARIABLES,
})

export const variableEdit = endpoint({
  method: 'POST',
  path: '/variable/edit',
  summary: 'Puts an edit of a variable in the queue; for administrators.',
  audit: 'Ask for an edit',
  changes: 'once',
  input: v.object({
    variable_name: nameSent,
    explicit: v.nullish(textSent),
    question: v.nullish(textSent),
    implicit: v.nullish(textSent),
    values: v.nullish(v.record(nameSent, textSent)),
    comment: v.nullish(descriptionSent, ''),
  }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_EDIT_VARIABLE,
})

export const variableEdits = endpoint({
  method: 'GET',
  path: '/variable/edits',
  summary: 'The queue of edits; for administrators.',
  capability: 'edits',
  input: v.object({ variable_name: v.optional(nameSent) }),
  answer: listNamed('data', VariableEdit),
  failure: () => UNABLE_TO_GET_VARIABLE_EDITS,
})

export const variableEditDecide = endpoint({
  method: 'POST',
  path: '/variable/edits/decide',
  summary: 'Approves or rejects an edit; for administrators.',
  audit: 'Decide on an edit',
  capability: 'edits',
  changes: 'once',
  input: v.object({ edit_id: id, approve: v.boolean(), comment: v.nullish(descriptionSent, '') }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_EDIT_VARIABLE,
})
