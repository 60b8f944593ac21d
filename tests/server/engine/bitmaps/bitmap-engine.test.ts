import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { READS_EVERYTHING } from '#domain/access.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { createBitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import { sizeOf } from '#server/engine/bitmaps/bitmap.ts'
import { countMembers } from '#server/engine/cohorts/cohort-summary.ts'
import { previewSubset } from '#server/engine/cohorts/subset.ts'
import { conditionSql } from '#server/engine/conditions/comparison.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import { createCountAnswers } from '#server/engine/sources/count-answers.ts'
import { createCatalog } from '#server/model/catalog.ts'
import { raiseCatalogVersion, raiseDataVersion } from '#server/platform/db/data-version.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { abortedBy } from '#server/platform/db/scope.ts'
import { raw, sql } from '#server/platform/db/sql.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import { bitmapsOf } from '#tests/support/bitmaps-of.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { loadStudy } from '#tests/support/study.ts'

/** More distinct texts than two bytes hold. */
const INDIVIDUALS = 70_000
const ADMIN = { isAdmin: true, collections: [] }
const EVERYONE = { cohortId: 1, reader: ADMIN }

let database: Database
let connection: Connection

beforeAll(async () => {
  database = await openDatabase(':memory:')
  connection = await database.connect()
})
beforeEach(() => loadStudy(database, SMALL_STUDY))
afterAll(() => database.close())

async function variableOf(dataType: string) {
  const variable = createCatalog(await readCatalog(connection)).variables.find((one) => one.dataType === dataType)
  if (!variable) throw new Error(`There is no ${dataType}.`)
  return variable
}

async function countOf(on: ReturnType<typeof bitmapsOf>): Promise<number> {
  const rows = await countMembers(connection, on, EVERYONE, null)
  return rows.reduce((sum, { count }) => sum + (count ?? 0), 0)
}

test('follows changes of the data', async () => {
  const bitmaps = bitmapsOf(database)
  const before = await countOf(bitmaps)
  await connection.run(`INSERT INTO individual SELECT individual_no + 100000, individual_id || '+', * EXCLUDE (individual_no, individual_id)
    FROM individual`)
  await raiseDataVersion(connection)
  expect(await countOf(bitmaps)).toBe(2 * before)
})

test('an edit of the catalog keeps the individuals in memory', async () => {
  const bitmaps = bitmapsOf(database)
  const individuals = () => bitmaps.read(connection, READS_EVERYTHING, (data) => Promise.resolve(data.individuals))
  const before = await individuals()
  await raiseCatalogVersion(connection)
  expect(await individuals()).toBe(before)
})

test('a memory that holds nothing changes no count', async () => {
  const variable = await variableOf('categorical')
  const condition: Condition = { operator: 'VALID', values: [] }
  const subset = { parent: EVERYONE, variable, condition }
  const small = createBitmapEngine(createCountAnswers(database), 4)
  const counted = await previewSubset(connection, bitmapsOf(database), subset)
  for (let time = 0; time < 2; time++) expect(await previewSubset(connection, small, subset)).toEqual(counted)
  expect(counted.split.match).toBeGreaterThan(0)
})

test('a request that fails leaves the data to the next one', async () => {
  const bitmaps = bitmapsOf(database)
  const failing: Connection = {
    ...connection,
    scoped: () => failing,
    readColumns: () => Promise.reject(new Error('no memory')),
  }
  await expect(countMembers(failing, bitmaps, EVERYONE, null)).rejects.toThrow('no memory')
  expect(await countOf(bitmaps)).toBe(SMALL_STUDY.participants.length)
})

test('the end of a request does not end the reading that another one shares', async () => {
  const bitmaps = bitmapsOf(database)
  const tested = {
    variable: await variableOf('categorical'),
    condition: { operator: 'VALID', values: [] },
    reader: ADMIN,
  } as const
  const ending = new AbortController()
  const answered: number[] = []
  const ended = bitmaps.read(abortedBy(connection, ending.signal), READS_EVERYTHING, (first) =>
    bitmaps.read(connection, READS_EVERYTHING, async (second) => {
      const reading = [first.outcomeOf(tested), second.outcomeOf(tested)]
      ending.abort()
      for (const outcome of reading) answered.push(sizeOf((await outcome).yes))
    }),
  )
  // Its own statements still end.
  await expect(ended).rejects.toThrow('aborted')
  const [begun = 0, shared] = answered
  expect(begun).toBeGreaterThan(0)
  expect(shared).toBe(begun)
})

test.each<Condition>([
  { operator: 'STARTS', values: ['note 1'] },
  { operator: 'REGEX', values: ['9$'] },
  { operator: 'NREGEX', values: ['9$'] },
  { operator: 'EQ', values: ['note 7'] },
  { operator: 'EQ', values: ['[UNK]'] },
  { operator: 'VALID', values: [] },
  { operator: 'EXISTS', values: [] },
])('a text with more distinct answers than codes is compared by the database: %j', async (condition) => {
  const variable = await variableOf('text')
  const form = `"${variable.tableName}"`
  await connection.run(`INSERT INTO individual SELECT 1000 + n, 'T' || n, NULL, NULL, NULL, NULL, FALSE, 'many', '1', NULL, NULL
    FROM range(${INDIVIDUALS}) numbers(n)`)
  await connection.run(`INSERT INTO ${form} BY NAME SELECT CAST(1000 + n AS INTEGER) AS individual_no,
    CASE WHEN n % 50 <> 0 THEN 'note ' || n END AS "${variable.columnName}" FROM range(${INDIVIDUALS - 20}) numbers(n)`)
  await raiseDataVersion(connection)
  const counted = await bitmapsOf(database).read(connection, READS_EVERYTHING, async (data) => {
    expect((await data.codesOf(variable)) === null).toBe(true)
    const { yes, no, hasRecord } = await data.outcomeOf({ variable, condition, reader: ADMIN })
    return [sizeOf(yes), sizeOf(no), sizeOf(hasRecord)]
  })
  const answers = new Answers(connection.dialect, EVERYONE)
  const answer = answers.answerTo(variable)
  const outcome = conditionSql(answer, condition, connection.dialect)
  const counts = ['o', 'NOT o', 'h'].map((test) => `CAST(count(*) FILTER (${test}) AS INTEGER) AS "${test}"`)
  const stored = sql`${answers.tables} SELECT ${raw(counts.join(', '))}
    FROM (SELECT ${outcome} AS o, ${answer.hasRecord} AS h FROM person)`
  expect([counted]).toEqual(await storedRows(connection, stored))
})
