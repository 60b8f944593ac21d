import { afterAll, beforeAll, expect, test } from 'vitest'
import { READS_EVERYTHING } from '#domain/access.ts'
import { createAnsweredInCohort } from '#server/engine/counts/answered-in-cohort.ts'
import { createCoverage } from '#server/engine/counts/coverage.ts'
import { createCatalogLoader } from '#server/modules/catalog/services.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { writtenOf, type Statement } from '#server/platform/db/sql.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await loadStudy(database, SMALL_STUDY)
})
afterAll(() => database.close())

/** Answers that are not counted yet. */
const UNCOUNTED = {
  isCounted: async () => false,
  counts: () => Promise.reject(new Error('Not counted.')),
}

/** As of a server with many individuals, fifty forms and no memory to spare. */
const FORMS = 50
const INDIVIDUALS = 60_000
const MEGABYTES = 160

test('the records of many forms are counted within the memory limit', async ({ onTestFinished }) => {
  const large = await openTestDatabase()
  onTestFinished(() => large.close())
  await loadStudy(large, {
    participants: [{ id: 'P1', family: null, collection: 'bp', study: '1' }],
    forms: Array.from({ length: FORMS }, (_, place) => ({
      instrument: `FORM_${place}`,
      version: '1',
      variables: [{ name: `ASKED_${place}`, dataType: 'numberrange', question: 'How many?' }],
      records: {},
    })),
  })
  const { catalog } = createCatalogLoader()
  await large.withConnection(async (connection) => {
    await connection.run(`INSERT INTO individual (individual_no, individual_id, collection, study_id)
      SELECT 10 + i, 'X' || i, 'bp', '1' FROM range(${INDIVIDUALS}) t(i)`)
    const { variables } = await catalog(connection)
    for (const { tableName } of variables) {
      await connection.run(`INSERT INTO ${tableName} (individual_no) SELECT 10 + i FROM range(${INDIVIDUALS}) t(i)`)
    }
    await connection.run(`INSERT INTO cohort_member SELECT 77, individual_no FROM individual`)
    await connection.run(`SET memory_limit = '${MEGABYTES}MB'`)
    const reader = { isAdmin: false, collections: ['bp'], minimumCell: 10, unreadableCounts: 'suppressed' as const }
    const answeredInCohort = createAnsweredInCohort(catalog, UNCOUNTED)
    const isAnswered = await answeredInCohort(connection, { cohortId: 77, custom: [], reader })
    expect(variables.filter(isAnswered)).toEqual([])
  })
})

const isOfForms = (statement: Statement) => writtenOf(statement).text.includes('AS answered')

/** Counts the statements that read forms; one of them fails. */
function failingOnce(real: Connection, failing = 2) {
  const read = { count: 0 }
  const wrapped = (connection: Connection): Connection => ({
    ...connection,
    scoped: (scope) => wrapped(connection.scoped(scope)),
    rows: (...args) => {
      if (isOfForms(args[0]) && ++read.count === failing) throw new Error('The time limit is over.')
      return connection.rows(...args)
    },
  })
  return { connection: wrapped(real), read }
}

test('forms read before a limit stay cached', async () => {
  const { catalog } = createCatalogLoader()
  const answeredInCohort = createAnsweredInCohort(catalog, UNCOUNTED)
  await database.withConnection(async (real) => {
    const { connection, read } = failingOnce(real)
    const query = { cohortId: 1, custom: [], reader: { isAdmin: true, collections: [] } }
    await expect(answeredInCohort(connection, query)).rejects.toThrow('limit')
    const before = read.count
    await answeredInCohort(connection, query)
    const forms = new Set((await catalog(real)).variables.map(({ tableName }) => tableName)).size
    expect(forms).toBeGreaterThan(1)
    expect(read.count - before).toBe(forms - 1)
  })
})

test('with suppressed counts only readable individuals have answered', async () => {
  const { catalog } = createCatalogLoader()
  const answeredInCohort = createAnsweredInCohort(catalog, createCoverage(catalog))
  await database.withConnection(async (connection) => {
    const namesFor = async (collections: string[], isAdmin = false) => {
      const reader = { isAdmin, collections, minimumCell: 2, unreadableCounts: 'suppressed' as const }
      const isAnswered = await answeredInCohort(connection, { cohortId: 1, custom: [], reader })
      return (await catalog(connection)).variables.filter(isAnswered).map(({ name }) => name)
    }
    const all = await namesFor([], true)
    expect(await namesFor([])).toEqual([])
    expect(await namesFor(['au', 'bp', 'sz'])).toEqual(all)
    const some = await namesFor(['au'])
    expect(some.length).toBeGreaterThan(0)
    expect(some.length).toBeLessThan(all.length)
  })
})

test('counted answers decide without reading columns, with the same result', async () => {
  const { catalog } = createCatalogLoader()
  const coverage = createCoverage(catalog)
  await database.withConnection(async (real) => {
    await coverage.counts(real, [], READS_EVERYTHING)
    await real.run(`INSERT INTO cohort_member SELECT 77, individual_no FROM individual WHERE individual_no <= 6`)
    const variables = (await catalog(real)).variables
    for (const cohortId of [1, 77]) {
      for (const collections of [['bp'], ['au', 'sz']]) {
        const reader = { isAdmin: false, collections, minimumCell: 2 }
        const { connection, read } = failingOnce(real, Infinity)
        const query = { cohortId, custom: [], reader }
        const namesBy = async (counts: typeof coverage | typeof UNCOUNTED) => {
          const isAnswered = await createAnsweredInCohort(catalog, counts)(connection, query)
          return variables.filter(isAnswered).map(({ name }) => name)
        }
        const all = await namesBy(UNCOUNTED)
        const before = read.count
        expect(await namesBy(coverage)).toEqual(all)
        if (cohortId === 1) expect(read.count).toBe(before)
        else expect(read.count - before).toBeLessThanOrEqual(before)
      }
    }
  })
})
