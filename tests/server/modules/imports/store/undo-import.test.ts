import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importFolder } from '#server/modules/imports/import-folder.ts'
import { readStudies } from '#server/modules/imports/plan/study-options.ts'
import { undoableImport, undoImport } from '#server/modules/imports/store/undo-import.ts'
import { DEFAULT_SETTINGS } from '#server/platform/configuration/settings.ts'
import { readAnswersVersion, raiseCatalogVersion } from '#server/platform/db/data-version.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { recordRelease } from '#server/store/releases/releases.ts'
import { deleteObject } from '#server/store/trash/trash.ts'
import { thingsOf } from '#server/store/uses.ts'
import { allRows, temporaryFolder, wholeDatabase } from '#tests/support/import-folders.ts'
import { lines } from '#tests/support/importing.ts'

let folder: ReturnType<typeof temporaryFolder>
let database: Database

const BASELINE = { 'baseline.csv': lines('id,sex,age', 'b,F,30', 'd,M,41') }
/** New participants, new answers, a new form, and a new code. */
const MORE = { 'baseline.csv': lines('id,sex,age', 'a,X,20', 'c,F,50'), 'visit.csv': lines('id,score', 'b,1', 'c,2') }

beforeEach(async () => {
  folder = temporaryFolder(BASELINE)
  database = await openDatabase(join(folder.path, 'own.duckdb'))
  await take(BASELINE)
  await withWriteLock(database, async (connection) => {
    const version = await readAnswersVersion(connection)
    await connection.run(`INSERT INTO account VALUES (5, 'ada', '', '', '', FALSE, ['ct'], FALSE)`)
    await connection.run(
      `INSERT INTO cohort (cohortid, account_id, projectid, name, description, parent_id, constraint_type,
         constraint_values, rowcount, collections, counted_answers)
       VALUES (7, 5, 1, 'Men', '', 1, 'EQ', ['M'], 1, ['ct'], '${version}')`,
    )
    await connection.run(`INSERT INTO cohort_member VALUES (7, 2)`)
    await connection.run(
      `INSERT INTO disclosure VALUES (5, '${version}', 1, 'x', 'key', NULL, TRUE, 0, 'w', 2, 2), (5, 'old', 1, 'y', 'key', NULL, TRUE, 0, 'w', 2, 2)`,
    )
  })
})
afterEach(() => {
  database.close()
  folder.remove()
})

async function take(files: Record<string, string>): Promise<void> {
  const folder = temporaryFolder(files)
  await importFolder(database, folder.path, { collection: 'ct', study: '1', skipBadRows: false })
  folder.remove()
}

const undo = () => undoImport(database, async () => undefined)
const copies = () => readdirSync(folder.path).filter((name) => name.includes('before-import'))

/** All but the versions, which increase. */
async function contents(): Promise<Record<string, unknown>> {
  const { meta: _, cohort, disclosure, release, ...rest } = await wholeDatabase(database)
  const version = await database.withConnection(readAnswersVersion)
  const text = JSON.stringify([cohort, disclosure, release]).replaceAll(`\\"${version}\\"`, 'now')
  return { ...rest, text, studies: await database.withConnection(readStudies) }
}

test('undo restores the data, cohorts and disclosure history before the import', async () => {
  const before = await contents()
  await take(MORE)
  expect(await contents()).not.toEqual(before)
  expect(await allRows(database, `SELECT individual_no FROM cohort_member`)).toEqual([{ individual_no: 2 }])
  expect(copies()).toHaveLength(1)
  expect(await database.withConnection(undoableImport)).toMatch(/^\d{4}-/)
  // Closes edits of the catalog: its answers are those of the import.
  await withWriteLock(database, (connection) => recordRelease(connection, Date.now()))
  expect(await undo()).toEqual({ individuals: 2 })
  expect(await contents()).toEqual(before)
  expect(copies()).toEqual([])
  expect(await database.withConnection(undoableImport)).toBeNull()
  await expect(undo()).rejects.toThrow('There is no import that can be undone.')
  // The files can be imported again with new versions.
  await take(MORE)
  expect(await allRows(database, `SELECT count(*)::INTEGER AS n FROM individual`)).toEqual([{ n: 4 }])
})

test('refuses an undo while objects use the new data, and names them', async () => {
  await take(MORE)
  await withWriteLock(database, async (connection) => {
    await connection.run(
      `INSERT INTO variable_set VALUES (8, 5, 1, 'Scores', '', ['SCORE']), (9, 5, 1, 'Old', '', ['AGE'])`,
    )
    await connection.run(
      `INSERT INTO cohort SELECT 10, * EXCLUDE (cohortid) REPLACE ('Later' AS name) FROM cohort WHERE cohortid = 7`,
    )
  })
  await expect(undo()).rejects.toThrow(
    'Made since the last import: cohort “Later”, variable set “Scores”. Delete them first, or keep the import.',
  )
  await withWriteLock(database, async (connection) => {
    await connection.run(`DELETE FROM cohort WHERE cohortid = 10`)
    await connection.run(`DELETE FROM variable_set WHERE varsetid = 8`)
  })
  expect(await undo()).toEqual({ individuals: 2 })
  expect(await allRows(database, `SELECT name FROM variable_set`)).toEqual([{ name: 'Old' }])
})

test('keeps deleted cohorts of the earlier data restorable, and deletes those of the new data for good', async () => {
  await take(MORE)
  await withWriteLock(database, async (connection) => {
    await connection.run(
      `INSERT INTO cohort SELECT 10, * EXCLUDE (cohortid)
         REPLACE ('Later' AS name, CAST(now() AS TIMESTAMP) AS counted_at) FROM cohort WHERE cohortid = 7`,
    )
    await connection.run(`INSERT INTO cohort_member VALUES (10, 1)`)
    for (const [id, name] of [
      [7, 'Men'],
      [10, 'Later'],
    ] as const) {
      const settings = DEFAULT_SETTINGS
      const things = await thingsOf(connection, 5)
      const deletion = { accountId: 5, kind: 'cohort', id, name, projectId: 1, things } as const
      await deleteObject(connection, { settings, clock: Date.now }, deletion)
    }
  })
  await undo()
  expect(await allRows(database, `SELECT name FROM trash`)).toEqual([{ name: 'Men' }])
  expect(await allRows(database, `SELECT name FROM deleted_cohort`)).toEqual([{ name: 'Men' }])
  expect(await allRows(database, `SELECT * FROM cohort_member`)).toEqual([{ cohortid: 7, individual_no: 2 }])
})

test('undoes only the last import, and not after a catalog change or without its copy', async () => {
  await take(MORE)
  await take({ 'visit.csv': lines('id,score', 'a,3') })
  expect(copies()).toHaveLength(1)
  expect(await undo()).toEqual({ individuals: 0 })
  expect(await allRows(database, `SELECT count(*)::INTEGER AS n FROM individual`)).toEqual([{ n: 4 }])

  await take({ 'visit.csv': lines('id,score', 'a,3') })
  await withWriteLock(database, raiseCatalogVersion)
  await expect(undo()).rejects.toThrow('The catalog was changed since the last import')
  await take({ 'visit.csv': lines('id,score', 'd,4') })
  for (const name of copies()) rmSync(join(folder.path, name))
  await expect(undo()).rejects.toThrow('is not there any more: restore a backup.')
})

test('a refused import leaves no copy', async () => {
  await expect(take({ 'baseline.csv': lines('id,sex,age', 'b,M,30') })).rejects.toThrow('has another record')
  expect(copies()).toEqual([])
  expect(existsSync(join(folder.path, 'own.duckdb'))).toBe(true)
})
