import * as v from 'valibot'

/**
 * The used part of the framework of GA4GH Beacon 2: beaconCountResponse, beaconInfoResponse and their sections, with the
 * required fields.
 */
const Granularity = v.picklist(['boolean', 'count', 'aggregated', 'record'])
const Schemas = v.array(v.looseObject({ entityType: v.optional(v.string()), schema: v.optional(v.string()) }))

export const BeaconCountResponse = v.looseObject({
  meta: v.looseObject({
    beaconId: v.string(),
    apiVersion: v.string(),
    returnedSchemas: Schemas,
    returnedGranularity: Granularity,
    receivedRequestSummary: v.looseObject({
      apiVersion: v.string(),
      requestedSchemas: Schemas,
      pagination: v.looseObject({}),
      requestedGranularity: Granularity,
      filters: v.optional(v.array(v.string())),
    }),
  }),
  responseSummary: v.looseObject({
    exists: v.boolean(),
    numTotalResults: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
  info: v.optional(v.looseObject({})),
})

export const BeaconInfoResponse = v.looseObject({
  meta: v.looseObject({ beaconId: v.string(), apiVersion: v.string(), returnedSchemas: Schemas }),
  response: v.looseObject({
    id: v.string(),
    name: v.string(),
    apiVersion: v.string(),
    environment: v.picklist(['prod', 'test', 'dev', 'staging']),
    organization: v.looseObject({ id: v.string(), name: v.string() }),
  }),
})
