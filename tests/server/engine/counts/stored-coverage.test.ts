import { afterAll, beforeEach, expect, test } from 'vitest'
import { createCoverage, storeCoverage, readStoredCoverage } from '#server/engine/counts/coverage.ts'
import { createCatalogLoader } from '#server/modules/catalog/services.ts'
import { raiseCatalogVersion, raiseDataVersion, readAnswersVersion } from '#server/platform/db/data-version.ts'
import { inTransaction, type Database } from '#server/platform/db/database.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

let database: Database
beforeEach(async () => {
  database?.close()
  database = await openTestDatabase()
  await loadStudy(database, SMALL_STUDY)
})
afterAll(() => database.close())

/** A restarted server: the number of ages by collection, counted or loaded. */
async function agesAtStart(): Promise<Record<string, number>> {
  const { catalog } = createCatalogLoader()
  const coverage = createCoverage(catalog)
  await coverage.prepare(database)
  return database.withConnection(async (connection) => {
    const { variables } = await catalog(connection)
    const age = variables.find(({ name }) => name === 'AGE')
    const countsOf = await coverage.counts(connection, [], { isAdmin: true, collections: [] })
    return Object.fromEntries(age ? countsOf(age) : [])
  })
}

function forgetAges(): Promise<unknown> {
  return inTransaction(database, (connection) => connection.run(`UPDATE form_1 SET "AGE" = NULL`))
}

test('a restart reads stored counts instead of the answers', async () => {
  const counted = await agesAtStart()
  expect(Object.keys(counted).length).toBeGreaterThan(1)
  // Bypasses the server, so that a new count would find no answers.
  await forgetAges()
  expect(await agesAtStart()).toEqual(counted)
})

test('stores counts under the write lock once, and not again after a restart', async () => {
  const writesOf = async () => {
    let writes = 0
    const withLockedConnection: Database['withLockedConnection'] = (work) => {
      writes++
      return database.withLockedConnection(work)
    }
    const { prepare } = createCoverage(createCatalogLoader().catalog)
    for (let asked = 0; asked < 3; asked++) await prepare({ ...database, withLockedConnection })
    return writes
  }
  expect([await writesOf(), await writesOf()]).toEqual([1, 0])
})

test('counts again after the answers changed', async () => {
  await agesAtStart()
  await forgetAges()
  await inTransaction(database, raiseDataVersion)
  expect(await agesAtStart()).toEqual({})
  expect(await agesAtStart()).toEqual({})
})

test('an edit of the catalog keeps the stored counts', async () => {
  const counted = await agesAtStart()
  await forgetAges()
  await inTransaction(database, raiseCatalogVersion)
  expect(await agesAtStart()).toEqual(counted)
})

test('does not store counts of outdated answers', async () => {
  const version = await database.withConnection(readAnswersVersion)
  await inTransaction(database, raiseDataVersion)
  await storeCoverage(database, version, [{ table: 'gone', collection: 'bp', counts: new Map([['v0', 7]]) }])
  const now = await database.withConnection(readAnswersVersion)
  for (const asked of [version, now]) {
    expect(await database.withConnection((connection) => readStoredCoverage(connection, asked))).toBeNull()
  }
})

test('keeps the first of two concurrently stored results', async () => {
  const version = await database.withConnection(readAnswersVersion)
  const counted = [{ table: 'form_1', collection: 'bp', counts: new Map([['constructor', 7]]) }]
  await Promise.all([storeCoverage(database, version, counted), storeCoverage(database, version, counted)])
  const kept = await database.withConnection((connection) => readStoredCoverage(connection, version))
  expect(kept).toEqual(counted)
})
