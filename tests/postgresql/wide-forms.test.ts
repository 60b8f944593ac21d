import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cohortPreview } from '#contract/cohorts.ts'
import { downloadNew, downloadPreview } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { variableSearch } from '#contract/variables.ts'
import { createCoverage } from '#server/engine/counts/coverage.ts'
import { createCatalogLoader } from '#server/modules/catalog/services.ts'
import { importFolder } from '#server/modules/imports/import-folder.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { loadIntoPostgreSql } from '#server/platform/db/postgres/load.ts'
import { openPostgreSql } from '#server/platform/db/postgres/open.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { newDatabase, openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

/** More than a table of PostgreSQL has, with texts too long that not all fit a page; hundreds of dates, and every tenth. */
const COLUMNS = 2_100
const NAMES = Array.from({ length: COLUMNS }, (_, place) => `V${place}`)
const DATES = 450
const cell = (person: number, place: number) =>
  place < DATES || place % 10 === 0
    ? `20${10 + person}-01-${String((place % 28) + 1).padStart(2, '0')}`
    : `answer ${place} of ${person}`
const ROW = (person: number) => [`P${person}`, ...NAMES.map((_, place) => cell(person, place))].join(',')
const FILES = { 'wide.csv': `${['id', ...NAMES].join(',')}\n${[1, 2, 3].map(ROW).join('\n')}\n` }
const IMPORT = { collection: 'bp', study: '1', skipBadRows: false }

let folder: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  folder = temporaryFolder(FILES)
})
afterAll(() => folder.remove())

async function imported(): Promise<Database> {
  const database = await openTestDatabase()
  await importFolder(database, folder.path, IMPORT)
  return database
}

async function loaded(): Promise<Database> {
  const directory = temporaryFolder()
  const source = await openDatabase(join(directory.path, 'diver.duckdb'))
  await importFolder(source, folder.path, IMPORT)
  await createCoverage(createCatalogLoader().catalog).prepare(source)
  const url = (await newDatabase()) ?? ''
  await loadIntoPostgreSql({ source, url, report: () => undefined })
  source.close()
  directory.remove()
  return openPostgreSql(url, tmpdir())
}

test.each([
  ['imported', imported],
  ['loaded', loaded],
])('queries and downloads a form of thousands of columns like any other: %s', async (_, make) => {
  const server: TestServer = await createTestServer({ holding: await make() })
  const call = await server.callAs('researcher')
  const last = { variable: 'V2099', constraint_type: 'EQ', constraint_value: 'answer 2099 of 2' }
  const { data } = valueOf(await call(cohortPreview, { parent_id: 1, cohort_type: 'subset', ...last }))
  expect(data.map(({ count }) => count)).toEqual([1])
  const filter = { collection: 'bp' }
  const search = { searchstring: '', searchtype: 'question', filter } as const
  expect(valueOf(await call(variableSearch, search)).data).toHaveLength(COLUMNS)
  const { id } = valueOf(await call(variableSetNew, { name: 'All', variables: NAMES }))
  const [download] = valueOf(await call(downloadNew, { cohortid: 1, varsetid: id }))
  const shown = valueOf(await call(downloadPreview, { downloadid: download?.download_id ?? '' }))
  expect(shown.columns.slice(6)).toEqual(NAMES)
  expect(shown.data.map((row) => row.slice(6))).toEqual(
    [1, 2, 3].map((person) => NAMES.map((__, index) => cell(person, index))),
  )
  server.close()
})
