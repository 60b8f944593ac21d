import { hitsOf } from '#server/modules/catalog/present-hits.ts'
import { prepareFacets } from '#server/modules/catalog/narrow-hits.ts'
import type { Services } from '#server/app/services.ts'

type ReadAhead = Pick<Services, 'database' | 'catalog' | 'searchIndex' | 'statistics' | 'coverage' | 'log'>

/**
 * Reads what the first call of each kind would have to wait for: the catalog, its index, the texts of its hits, the
 * figures of the dashboard and what narrowing counts. Calls are answered meanwhile, and what fails is tried again by
 * the first of them. Nothing is said of what fails once `stopping` is aborted: the stop ended it.
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
    log.warn({ error: error instanceof Error ? error.message : '' }, 'nothing read ahead')
  }
}
