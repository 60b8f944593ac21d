import type { SearchFilter } from '#contract/variables.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { User } from '#server/accounts/user.ts'
import { facetValues, FACETS, narrow, type FacetFilter, type Narrowed } from '#server/catalog/facets.ts'
import { isCustom } from '#server/catalog/variable.ts'
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
): Promise<Narrowed<Hit>> {
  const { cohortid } = filter
  if (cohortid != null) await requireCohort(connection, user, cohortid)
  const collectionsOf = await services.coverage(connection, {
    cohortId: cohortid ?? ROOT_COHORT_ID,
    custom: found.map(({ variable }) => variable).filter(isCustom),
    reader: user,
    minimumCell: services.settings.minimumCell,
  })
  const wanted: FacetFilter = Object.fromEntries(
    FACETS.flatMap((facet) => {
      const value = filter[facet]
      return value == null ? [] : [[facet, value]]
    }),
  )
  // Chosen cohorts leave the variables that a member answered.
  const hits = cohortid == null ? found : found.filter(({ variable }) => collectionsOf(variable).length > 0)
  return narrow(hits, wanted, facetValues(collectionsOf))
}
