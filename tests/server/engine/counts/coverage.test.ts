import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCoverage } from '#server/engine/counts/coverage.ts'
import { createCatalogLoader } from '#server/modules/catalog/services.ts'
import type { Database } from '#server/platform/db/database.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

const READERS_CACHED = 50

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await loadStudy(database, SMALL_STUDY)
})
afterAll(() => database.close())

test('caches the lists of 50 readers together', async () => {
  const { catalog } = createCatalogLoader()
  const coverage = createCoverage(catalog)
  const listOf = (place: number) =>
    database.withConnection(async (connection) => {
      const { variables } = await catalog(connection)
      const age = variables.find(({ name }) => name === 'AGE')
      if (!age) throw new Error('There is no AGE.')
      const reader = { isAdmin: false, collections: [`collection ${place}`], minimumCell: 2 }
      return (await coverage.read(connection, { custom: [], reader }))(age, age.place)
    })
  const places = Array.from({ length: READERS_CACHED }, (_, place) => place)
  const readAll = async () => {
    const lists = []
    for (const place of places) lists.push(await listOf(place))
    return lists
  }
  const first = await readAll()
  const second = await readAll()
  expect(places.filter((place) => first[place] !== second[place])).toEqual([])
})
