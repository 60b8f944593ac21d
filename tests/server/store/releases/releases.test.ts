import { afterEach, beforeEach, expect, test } from 'vitest'
import { READS_EVERYTHING } from '#domain/access.ts'
import { raiseDataVersion, readAnswersVersion } from '#server/platform/db/data-version.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { cohortsOf } from '#server/store/cohorts/cohorts.ts'
import { presentCohorts, readDataState } from '#server/store/cohorts/present-cohorts.ts'
import { setDataOrigin } from '#server/store/data-origin.ts'
import { recordRelease, releasesOf, renameRelease, requireRelease } from '#server/store/releases/releases.ts'
import { allRows } from '#tests/support/import-folders.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'

let database: Database
const IN_2025 = Date.UTC(2025, 5, 1)
const STATISTICS = { individuals: 12, placeholders: 0, forms: 1, studies: 1, collectionCodes: [] }

beforeEach(async () => {
  database = await openDatabase(':memory:')
})
afterEach(() => database.close())

const names = async () => (await database.withConnection(releasesOf)).map(({ name }) => name)

test('an empty database has no release', async () => {
  await requireRelease(database, IN_2025)
  expect(await names()).toEqual([])
})

test('data from before there were releases are the first release, and cohorts keep their members', async () => {
  await loadStudy(database, SMALL_STUDY)
  await withWriteLock(database, async (connection) => {
    await setDataOrigin(connection, 'imported')
    const earlier = await readAnswersVersion(connection)
    await raiseDataVersion(connection)
    const now = await readAnswersVersion(connection)
    for (const [id, name, version] of [
      [7, 'Earlier', earlier],
      [8, 'Present', now],
    ] as const) {
      await connection.run(
        `INSERT INTO cohort (cohortid, account_id, projectid, name, description, parent_id, constraint_type,
           constraint_values, rowcount, collections, counted_at, counted_people, counted_answers)
         VALUES (${id}, 5, 1, '${name}', '', 1, 'EQ', ['M'], 2, ['bp'], now()::TIMESTAMP, 12, '${version}')`,
      )
      await connection.run(`INSERT INTO cohort_member VALUES (${id}, 1), (${id}, 3)`)
    }
  })
  const before = await allRows(database, `SELECT * FROM cohort_member ORDER BY ALL`)
  await requireRelease(database, IN_2025)
  await requireRelease(database, IN_2025)
  expect(await names()).toEqual(['2025.1'])
  expect(await allRows(database, `SELECT * FROM cohort_member ORDER BY ALL`)).toEqual(before)
  const cohorts = await database.withConnection(async (connection) =>
    presentCohorts(await cohortsOf(connection, 5), STATISTICS, await readDataState(connection, READS_EVERYTHING)),
  )
  expect(cohorts.slice(1).map(({ name, counted }) => [name, counted?.release, counted?.is_current])).toEqual([
    // Its data were never recorded.
    ['Earlier', null, false],
    ['Present', '2025.1', true],
  ])
})

test('a name is the year and the first free number', async () => {
  await loadStudy(database, SMALL_STUDY)
  const record = (now: number) => withWriteLock(database, (connection) => recordRelease(connection, now))
  await record(IN_2025)
  await record(IN_2025)
  await withWriteLock(database, (connection) => renameRelease(connection, 1, 'baseline'))
  await record(IN_2025)
  await record(Date.UTC(2026, 0, 1))
  expect(await names()).toEqual(['2026.1', '2025.1', '2025.2', 'baseline'])
})

test('the size of a cohort counts withdrawn members, except where their number is hidden', async () => {
  await database.withConnection((connection) =>
    connection.run(
      `INSERT INTO cohort (cohortid, account_id, projectid, name, description, parent_id, constraint_type,
         constraint_values, rowcount, collections, kept)
       VALUES (7, 5, 1, 'Both', '', 1, 'UNION', [], 9, ['bp'], 6)`,
    ),
  )
  for (const row of ['3, 7, 1, 1', '4, 7, 1, 0']) {
    await database.withConnection((connection) => connection.run(`INSERT INTO cohort_withdrawal VALUES (${row})`))
  }
  const sizes = async (reader: { readonly isAdmin: boolean; readonly collections: readonly string[] }) => {
    const [, cohort] = await database.withConnection(async (connection) =>
      presentCohorts(
        await cohortsOf(connection, 5),
        STATISTICS,
        await readDataState(connection, { ...reader, minimumCell: 5 }),
      ),
    )
    return [cohort?.rowcount, cohort?.kept, cohort?.withdrawn]
  }
  expect(await sizes({ isAdmin: true, collections: [] })).toEqual([9, 6, 2])
  expect(await sizes({ isAdmin: false, collections: ['bp'] })).toEqual([7, 5, null])
})
