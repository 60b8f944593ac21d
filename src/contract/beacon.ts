import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { count, nameSent, textSent } from '#contract/shapes/values.ts'
import { ANY_NAME_MAX, RULES_MAX } from '#domain/limits.ts'
import { UNABLE_TO_COUNT_BEACON_QUERY, UNABLE_TO_GET_BEACON_INFO } from '#domain/messages.ts'

/** GA4GH Beacon 2: the part about counts of individuals. Names and shapes are those of its framework. */

const shortText = v.pipe(v.string(), v.maxLength(ANY_NAME_MAX))
const Granularity = v.picklist(['boolean', 'count', 'aggregated', 'record'])
const Schemas = v.array(v.object({ entityType: v.optional(shortText), schema: v.optional(shortText) }))

/** Beacon's AlphanumericFilter: the id is the name of a variable. */
const Filter = v.object({
  id: nameSent,
  operator: v.optional(v.picklist(['=', '<', '>', '!', '>=', '<=']), '='),
  value: v.union([textSent, v.number()]),
  scope: v.optional(shortText),
})
export type BeaconFilter = v.InferOutput<typeof Filter>

const Meta = v.object({ beaconId: v.string(), apiVersion: v.string(), returnedSchemas: Schemas })

const BeaconCount = v.object({
  meta: v.object({
    ...Meta.entries,
    returnedGranularity: Granularity,
    receivedRequestSummary: v.object({
      apiVersion: v.string(),
      requestedSchemas: Schemas,
      filters: v.array(v.string()),
      pagination: v.object({}),
      requestedGranularity: Granularity,
    }),
  }),
  responseSummary: v.object({ exists: v.boolean(), numTotalResults: v.optional(count) }),
  /** If counts are suppressed: the number of counted individuals, and the collections that are not counted. */
  info: v.optional(v.object({ countedResults: v.optional(count), leftOut: v.array(v.string()) })),
})
export type BeaconCount = v.InferOutput<typeof BeaconCount>

export const beaconInfo = endpoint({
  method: 'GET',
  path: '/beacon/info',
  summary: 'The Beacon of this server.',
  capability: 'beacon',
  input: v.object({}),
  answer: v.object({
    meta: Meta,
    response: v.object({
      id: v.string(),
      name: v.string(),
      apiVersion: v.string(),
      environment: v.picklist(['prod', 'test', 'dev', 'staging']),
      organization: v.object({ id: v.string(), name: v.string() }),
      version: v.string(),
    }),
  }),
  failure: () => UNABLE_TO_GET_BEACON_INFO,
})

export const beaconIndividuals = endpoint({
  method: 'POST',
  path: '/beacon/individuals',
  summary: 'Whether individuals match all filters of a Beacon query, and how many.',
  capability: 'beacon',
  input: v.object({
    meta: v.object({ apiVersion: shortText, requestedSchemas: v.optional(Schemas, []) }),
    query: v.object({
      filters: v.pipe(v.array(Filter), v.minLength(1), v.maxLength(RULES_MAX)),
      filtersLogic: v.optional(v.literal('AND')),
      requestParameters: v.optional(v.record(shortText, v.unknown()), {}),
      requestedGranularity: v.optional(Granularity, 'boolean'),
    }),
  }),
  answer: BeaconCount,
  failure: () => UNABLE_TO_COUNT_BEACON_QUERY,
})
