import type { AccountServices } from '#server/modules/accounts/services.ts'
import type { CatalogServices } from '#server/modules/catalog/services.ts'
import type { CohortServices } from '#server/modules/cohorts/routes.ts'
import type { CustomVariableServices } from '#server/modules/custom-variables/routes.ts'
import type { DownloadServices } from '#server/modules/downloads/services.ts'
import type { HealthServices } from '#server/modules/health/routes.ts'
import type { ImportServices } from '#server/modules/imports/routes.ts'
import { hitsOf, prepareFacets } from '#server/modules/catalog/present-hits.ts'

export interface Services
  extends
    AccountServices,
    CatalogServices,
    CohortServices,
    CustomVariableServices,
    DownloadServices,
    HealthServices,
    ImportServices {}

type ReadAhead = Pick<Services, 'database' | 'catalog' | 'searchIndex' | 'statistics' | 'coverage' | 'log'>

/**
 * Fills the caches that the first request of each kind needs: catalog, search index, hit texts, dashboard, facets.
 * Failures are retried by the first request, and not logged once `stopping` is aborted.
 */
export async function readAhead(services: ReadAhead, stopping: AbortSignal): Promise<void> {
  const { database, catalog, searchIndex, statistics, log } = services
  try {
    await database.withConnection(async (connection) => {
      hitsOf(await catalog(connection))
      await searchIndex(connection)
      await statistics(connection)
    })
    await prepareFacets(services)
  } catch (error) {
    if (stopping.aborted) return
    log.warn({ error: error instanceof Error ? error.message : '' }, 'caches not prefilled')
  }
}
