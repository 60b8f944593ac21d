import { createCatalog, type Catalog } from '#server/model/catalog.ts'
import { createSearchIndex, type SearchIndex } from '#server/modules/catalog/search/search-index.ts'
import { readCatalog, readSearchTexts } from '#server/store/catalog/catalog.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { perDataVersion } from '#server/platform/db/data-version.ts'

/** The catalog and its search index: loaded lazily, and again after the data change. */
export function createCatalogLoader(): {
  catalog: (connection: Connection) => Promise<Catalog>
  searchIndex: (connection: Connection) => Promise<SearchIndex>
} {
  const catalog = perDataVersion(async (connection) => createCatalog(await readCatalog(connection)))
  const searchIndex = perDataVersion(async (connection) =>
    createSearchIndex((await catalog(connection)).variables, await readSearchTexts(connection)),
  )
  return { catalog, searchIndex }
}
