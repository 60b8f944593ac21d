import { LRUCache } from 'lru-cache'
import type { VariableHit } from '#contract/shapes/shapes.ts'
import type { SearchFilter } from '#contract/variables.ts'
import type { ShownObservations } from '#server/disclosure/suppressed/shown-observations.ts'
import type { Catalog, CatalogVariable } from '#server/model/catalog.ts'
import type { User } from '#server/model/user.ts'
import { type AnyVariable, isCustom, type CustomVariable } from '#server/model/variable.ts'
import {
  facetCodesOf,
  type FacetCodes,
  FACETS,
  narrow,
  type FacetFilter,
  type Narrowed,
} from '#server/modules/catalog/facets.ts'
import { preferredFirst } from '#server/modules/catalog/search/search-index.ts'
import type { CatalogServices } from '#server/modules/catalog/services.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { requireCohorts } from '#server/store/cohorts/cohorts.ts'

export interface Hit {
  readonly variable: AnyVariable
  readonly text: string
  readonly facets: FacetCodes
}

const written = new WeakMap<Catalog, readonly Hit[]>()

/** About 2 MB each: users of the same access share their hits. */
const ACCESSES_HELD = 16
const suppressed = new WeakMap<Catalog, LRUCache<string, SuppressedCatalog>>()

/** The variables of the catalog with the numbers of answers that a reader may see. */
export interface SuppressedCatalog {
  readonly hits: readonly Hit[]
  readonly variables: readonly CatalogVariable[]
  /** As the order of a search. */
  readonly order: Int32Array
}

/** Hits with small counts suppressed for the reader. Of the catalog they differ by the readable collections alone. */
export function suppressedCatalog(
  catalog: Catalog,
  { collections }: Pick<User, 'collections'>,
  shown: ShownObservations,
): SuppressedCatalog {
  const held = suppressed.get(catalog) ?? new LRUCache<string, SuppressedCatalog>({ max: ACCESSES_HELD })
  suppressed.set(catalog, held)
  const access = JSON.stringify(collections.toSorted())
  const known = held.get(access)
  if (known) return known
  const variables = catalog.variables.map((variable) => ({ ...variable, observations: shown.observationsOf(variable) }))
  const hits = catalog.variables.map((variable, place) => ({
    variable,
    text: JSON.stringify(presentHit(variable, variables[place]?.observations)),
    facets: facetCodesOf(variable),
  }))
  const presented = { hits, variables, order: preferredFirst(variables) }
  held.set(access, presented)
  return presented
}

/** Every variable with its JSON text: a response of thousands of hits is a join of strings. */
export function hitsOf(catalog: Catalog): readonly Hit[] {
  const known = written.get(catalog)
  if (known) return known
  const hits = catalog.variables.map((variable) => ({
    variable,
    text: JSON.stringify(presentHit(variable)),
    facets: facetCodesOf(variable),
  }))
  written.set(catalog, hits)
  return hits
}

/** A variable as a search hit (spec section 3); `observations` overrides the count for a cohort. */
export function presentHit(variable: CatalogVariable, observations = variable.observations): VariableHit {
  const { instrument, version, section } = variable
  return {
    variable_name: variable.name,
    variable_type: variable.variableType,
    data_type: variable.dataType,
    question: variable.question,
    observations,
    contributors: [{ instrument, version, section }],
  }
}

/** Fills the cache of the facets' participant counts, unless it is filled. */
export function prepareFacets({
  database,
  coverage,
}: Pick<CatalogServices, 'database' | 'coverage'>): Promise<unknown> {
  return coverage.prepare(database).catch(() => undefined)
}

/**
 * The hits that pass a filter, with their facets. The collection facet is left out while its counts load, unless it is
 * filtered by.
 */
export async function narrowHits(
  connection: Connection,
  services: CatalogServices,
  user: User,
  found: readonly Hit[],
  filter: SearchFilter,
): Promise<Narrowed<Hit>> {
  const { cohortid } = filter
  if (cohortid != null) await requireCohorts(connection, user, [cohortid])
  const custom: CustomVariable[] = []
  for (const { variable } of found) if (isCustom(variable)) custom.push(variable)
  const asking = { custom, reader: user }
  const isCounted = filter.collection != null || (await services.coverage.isCounted(connection))
  if (!isCounted) void prepareFacets(services)
  const collectionsOf = isCounted ? await services.coverage.read(connection, asking) : null
  const isAnswered =
    cohortid == null ? null : await services.answeredInCohort(connection, { ...asking, cohortId: cohortid })
  const wanted: FacetFilter = Object.fromEntries(
    FACETS.flatMap((facet) => {
      const value = filter[facet]
      return value == null ? [] : [[facet, value]]
    }),
  )
  const hits = isAnswered ? found.filter(({ variable }) => isAnswered(variable)) : found
  const { within, facets } = narrow(hits, wanted, collectionsOf)
  const { collection, ...others } = facets
  return { within, facets: collectionsOf && collection ? { ...others, collection } : others }
}
