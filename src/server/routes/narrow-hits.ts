import type { Facets } from '#contract/shapes-of-extensions.ts'
import type { SearchFilter } from '#contract/variables.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { User } from '#server/accounts/user.ts'
import { countFacets, facetValues, FACETS, formsOf, isWithin, type FacetFilter } from '#server/catalog/facets.ts'
import { formsInCohort } from '#server/queries/form-presence.ts'
import type { Hit } from '#server/routes/present-hits.ts'
import { requireCohort } from '#server/routes/require-cohort.ts'
import type { Services } from '#server/services.ts'
import type { Connection } from '#server/storage/database.ts'

/** Those of the hits that a filter leaves, and by what they can be narrowed further. */
export async function narrowHits(
  connection: Connection,
  services: Services,
  user: User,
  found: readonly Hit[],
  filter: SearchFilter,
): Promise<{ hits: readonly Hit[]; facets: Facets }> {
  const valuesOf = facetValues(await services.collectionsByForm(connection))
  const hits = await withinCohort(connection, user, found, filter.cohortid ?? ROOT_COHORT_ID)
  const wanted: FacetFilter = Object.fromEntries(
    FACETS.flatMap((facet) => {
      const value = filter[facet]
      return value == null ? [] : [[facet, value]]
    }),
  )
  return {
    hits: hits.filter(({ variable }) => isWithin(variable, wanted, valuesOf)),
    facets: countFacets(
      hits.map(({ variable }) => variable),
      wanted,
      valuesOf,
    ),
  }
}

/** The variables of forms that were given to a member. */
async function withinCohort(
  connection: Connection,
  user: User,
  hits: readonly Hit[],
  cohortId: number,
): Promise<readonly Hit[]> {
  if (cohortId === ROOT_COHORT_ID) return hits
  await requireCohort(connection, user, cohortId)
  const given = await formsInCohort(connection, cohortId)
  return hits.filter(({ variable }) => formsOf(variable).some((table) => given.has(table)))
}
