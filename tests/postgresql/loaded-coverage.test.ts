import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { createCoverage } from '#server/engine/counts/coverage.ts'
import { createCatalogLoader } from '#server/modules/catalog/services.ts'
import { inTransaction, type Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { loadIntoPostgreSql } from '#server/platform/db/postgres/load.ts'
import { openPostgreSql } from '#server/platform/db/postgres/open.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'
import { newDatabase } from '#tests/support/test-database.ts'

/** A starting server: the number of collections with answers. */
async function collectionsAtStart(database: Database): Promise<number> {
  const { catalog } = createCatalogLoader()
  const coverage = createCoverage(catalog)
  await coverage.prepare(database)
  return database.withConnection(async (connection) => {
    const countsOf = await coverage.counts(connection, [], { isAdmin: true, collections: [] })
    const { variables } = await catalog(connection)
    return new Set(variables.flatMap((variable) => [...countsOf(variable).keys()])).size
  })
}

test('a server started before the load counts the loaded data, also of a file without versions', async () => {
  const url = (await newDatabase()) ?? ''
  const early = await openPostgreSql(url, tmpdir())
  expect(await collectionsAtStart(early)).toBe(0)
  early.close()
  const source = await openDatabase(':memory:')
  await loadStudy(source, SMALL_STUDY)
  await inTransaction(source, (connection) => connection.run(`DELETE FROM meta WHERE name = 'answers_version'`))
  await loadIntoPostgreSql({ source, url, report: () => undefined })
  source.close()
  const loaded = await openPostgreSql(url, tmpdir())
  expect(await collectionsAtStart(loaded)).toBe(3)
  loaded.close()
})
