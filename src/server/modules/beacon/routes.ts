import { beaconIndividuals, beaconInfo } from '#contract/beacon.ts'
import type { CountRow, Split } from '#contract/shapes/shapes.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { APP_VERSION } from '#domain/limits.ts'
import type { User } from '#server/model/user.ts'
import { conditionOfFilter } from '#server/modules/beacon/filters.ts'
import { countMatches, presentCount } from '#server/modules/beacon/present-count.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { meaningless } from '#server/platform/http/refusal.ts'
import { inFairQueue, routeFor, type Api } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import type { UserVariablesLoader } from '#server/store/custom-variables/user-variables.ts'

const BEACON_API = 'v2.0'

/** A condition of a preview, with the name of its variable. */
export interface NamedCondition extends Condition {
  readonly variableName: string
}

export interface BeaconServices extends HttpServices {
  readonly variables: UserVariablesLoader
  /** The preview of the cohort of all individuals who match all conditions. */
  readonly previewConditions: (
    connection: Connection,
    user: User,
    conditions: readonly NamedCondition[],
  ) => Promise<{ readonly data: readonly Pick<CountRow, 'collection' | 'count'>[]; readonly split?: Split | null }>
}

/** Counts of individuals for GA4GH Beacon clients that sign in (capability "beacon"). */
export function beaconRoutes(api: Api<BeaconServices>): void {
  const { settings, variables, previewConditions } = api.services
  const meta = { beaconId: settings.beaconId, apiVersion: BEACON_API, returnedSchemas: [] }

  routeFor(api, beaconInfo, async ({ authenticate }) => {
    await authenticate()
    const { beaconId: id } = settings
    const named = { id, name: id }
    return {
      meta,
      response: {
        ...named,
        apiVersion: BEACON_API,
        environment: 'prod',
        organization: named,
        version: APP_VERSION,
      },
    }
  })

  routeFor(
    api,
    beaconIndividuals,
    inFairQueue(async ({ authenticate, validate, connection }) => {
      const user = await authenticate()
      const { meta: asked, query } = await validate()
      if (Object.keys(query.requestParameters).length > 0) {
        throw meaningless('This Beacon has no request parameters, only filters.', 'query.requestParameters')
      }
      const known = await variables.of(connection, user.accountId)
      const conditions = query.filters.map((filter) => conditionOfFilter(known, filter))
      const counted = countMatches(await previewConditions(connection, user, conditions))
      const { returnedGranularity, ...response } = presentCount(counted, query.requestedGranularity)
      return {
        meta: {
          ...meta,
          returnedGranularity,
          receivedRequestSummary: {
            ...asked,
            filters: query.filters.map(({ id, operator, value }) => `${id} ${operator} ${value}`),
            pagination: {},
            requestedGranularity: query.requestedGranularity,
          },
        },
        ...response,
      }
    }),
  )
}
