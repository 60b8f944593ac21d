import { READS_EVERYTHING } from '#domain/access.ts'
import { hitsOf, prepareFacets } from '#server/modules/catalog/present-hits.ts'
import type { CatalogServices, createCatalogLoader } from '#server/modules/catalog/services.ts'
import type { CohortServices } from '#server/modules/cohorts/routes.ts'

type ReadAhead = Pick<CatalogServices, 'coverage' | 'database' | 'log'> &
  ReturnType<typeof createCatalogLoader> &
  Pick<CohortServices, 'statistics' | 'bitmaps'>

/**
 * Fills the caches that the first request of each kind needs: catalog, search index, hit texts, dashboard, individuals,
 * facets. Failures are retried by the first request, and not logged once `stopping` is aborted.
 */
export async function readAhead(services: ReadAhead, stopping: AbortSignal): Promise<void> {
  const { database, catalog, searchIndex, statistics, bitmaps, log } = services
  try {
    await database.withConnection(async (connection) => {
      hitsOf(await catalog(connection))
      await searchIndex(connection)
      await statistics(connection)
      await bitmaps.read(connection, READS_EVERYTHING, () => Promise.resolve())
    })
    await prepareFacets(services)
  } catch (error) {
    if (stopping.aborted) return
    log.warn({ error: error instanceof Error ? error.message : '' }, 'caches not prefilled')
  }
}
