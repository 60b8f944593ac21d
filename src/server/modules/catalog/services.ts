import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import type { SketchReader } from '#server/disclosure/suppressed/sparklines.ts'
import type { AnsweredInCohort } from '#server/engine/counts/answered-in-cohort.ts'
import type { CoverageReader } from '#server/engine/counts/coverage.ts'
import type { Observations } from '#server/engine/counts/observations.ts'
import type { TopAnswers } from '#server/engine/counts/top-answers.ts'
import { type Catalog, createCatalog } from '#server/model/catalog.ts'
import type { SameQuestion } from '#server/modules/catalog/same-question.ts'
import { type SearchIndex, createSearchIndex } from '#server/modules/catalog/search/search-index.ts'
import { perDataVersion } from '#server/platform/db/data-version.ts'
import type { Connection } from '#server/platform/db/database.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { readCatalog, readSearchTexts } from '#server/store/catalog/catalog.ts'

/** Services of the routes for variables. */
export interface CatalogServices extends HttpServices, GuardServices {
  readonly observations: Observations
  readonly coverage: CoverageReader
  readonly answeredInCohort: AnsweredInCohort
  readonly sketches: SketchReader
  readonly sameQuestion: (connection: Connection) => Promise<SameQuestion>
  readonly searchIndex: (connection: Connection) => Promise<SearchIndex>
  readonly topAnswers: (connection: Connection) => Promise<TopAnswers>
}

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
