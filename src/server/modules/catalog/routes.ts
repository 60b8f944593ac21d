import { variableLookup, variableSearch } from '#contract/variables.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { CatalogServices } from '#server/modules/catalog/services.ts'
import { routeFor, type Api, inFairQueue } from '#server/platform/http/route-for.ts'
import { lookUpVariables } from '#server/modules/catalog/look-up-variables.ts'
import { requireCohorts } from '#server/store/cohorts/cohorts.ts'
import type { Field } from '#server/modules/catalog/search/token-table.ts'
import { type Hit, narrowHits, prepareFacets } from '#server/modules/catalog/present-hits.ts'
import { searchVariables } from '#server/modules/catalog/search-variables.ts'

/** The JSON text of a hit with its matching fields. */
function withFields({ text }: Hit, fields: readonly Field[]): string {
  return fields.length === 0 ? text : `${text.slice(0, -1)},"matched":${textOf(fields)}}`
}

const texts = new Map<string, string>()

/** Cached: few combinations of fields, many hits. */
function textOf(fields: readonly Field[]): string {
  const key = fields.join()
  const known = texts.get(key)
  if (known !== undefined) return known
  const text = JSON.stringify(fields)
  texts.set(key, text)
  return text
}

/** The catalog: search, facets, and a variable with its answers (spec section 3). */
export function variableRoutes(api: Api<CatalogServices>): void {
  routeFor(api, variableSearch, async ({ authenticate, validate, connection, context, services }) => {
    const user = await authenticate()
    const { searchstring, facets: isFaceted, filter, limit, nearest } = await validate()
    const hasReading = services.settings.capabilities.includes('nearest')
    const result = await searchVariables(connection, services, user, {
      text: searchstring,
      nearest: nearest === true && hasReading,
    })
    const hasFacets = services.settings.capabilities.includes('facets')
    const { within, facets } =
      hasFacets && (isFaceted === true || filter)
        ? await narrowHits(connection, services, user, result.hits, filter ?? {})
        : { within: result.hits, facets: null }
    // A listing of the whole catalog is often filtered next: prefetch the facets.
    if (hasFacets && searchstring === '') void prepareFacets(services)
    const first = hasFacets && limit !== undefined ? within.slice(0, limit) : within
    const more = [
      isFaceted === true && facets ? `,"facets":${JSON.stringify(facets)}` : '',
      first === within ? '' : `,"total":${within.length}`,
      result.isNearest ? ',"nearest":true' : '',
      searchstring.trim() === '' || !hasReading ? '' : `,"reading":${JSON.stringify(result.reading)}`,
    ].join('')
    // Hits are JSON texts already; join them without parsing.
    const body = `{"data":[${first.map((hit) => (hasReading ? withFields(hit, result.fieldsOf(hit)) : hit.text)).join(',')}]${more}}`
    return context.body(body, 200, { 'content-type': 'application/json' })
  })

  routeFor(
    api,
    variableLookup,
    inFairQueue(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const { variable_names, limit_cohortid } = await validate()
      const cohortId = limit_cohortid ?? ROOT_COHORT_ID
      await requireCohorts(connection, user, [cohortId])
      return { data: await lookUpVariables(connection, services, user, { names: variable_names, cohortId }) }
    }),
  )
}
