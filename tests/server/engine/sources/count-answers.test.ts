import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countMembers } from '#server/engine/cohorts/cohort-summary.ts'
import { createCountAnswers, readFromFile, type ReadAnswers } from '#server/engine/sources/count-answers.ts'
import { createCatalog } from '#server/model/catalog.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { join, sql, writtenOf } from '#server/platform/db/sql.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import { bitmapsOf } from '#tests/support/bitmaps-of.ts'
import { loadStudy, type Study } from '#tests/support/study.ts'

let database: Database
let connection: Connection

beforeAll(async () => {
  database = await openDatabase(':memory:')
  connection = await database.connect()
})
afterAll(() => database.close())

const ADMIN = { cohortId: 1, reader: { isAdmin: true, collections: [] } }
const PARTICIPANTS = ['P1', 'P2', 'P3', 'P4', 'P5']
/** More than one statement copies. */
const VARIABLES = Array.from({ length: 50 }, (_, place) => `V${place}`)

function studyOf(answer: (person: number, variable: number) => string): Study {
  const formOf = (instrument: string, isIn: (person: number) => boolean, names: readonly string[]) => ({
    instrument,
    version: '1',
    variables: names.map((name) => ({ name, dataType: 'categorical', possibleValues: ['0', '1', '2'] })),
    records: Object.fromEntries(
      PARTICIPANTS.flatMap((id, person) =>
        isIn(person)
          ? [[id, Object.fromEntries(names.map((name) => [name, answer(person, Number(name.slice(1)))]))]]
          : [],
      ),
    ),
  })
  return {
    participants: PARTICIPANTS.map((id) => ({ id, family: null, collection: 'bp', study: '1' })),
    forms: [
      formOf('EARLY', (person) => person !== 1, VARIABLES.slice(0, 25)),
      formOf('LATE', (person) => person !== 3, VARIABLES.slice(25)),
    ],
  }
}

const Row = v.object({ given: v.string() })

async function everyAnswer(read: ReadAnswers): Promise<string[]> {
  const catalog = createCatalog(await readCatalog(connection))
  const rows = await read(connection, ADMIN, Row, (answers) => {
    const cells = VARIABLES.map((name) => {
      const variable = catalog.find(name)
      if (!variable) throw new Error(`There is no ${name}.`)
      const { value, hasRecord } = answers.answerTo(variable)
      return sql`coalesce(${value}, CASE WHEN ${hasRecord} THEN '.' ELSE '-' END)`
    })
    return sql`${answers.tables} SELECT concat(${join(cells)}) AS given FROM person ORDER BY individual_no`
  })
  return rows.map(({ given }) => given)
}

test('column caches return the same answers as the form tables, and follow changes of the data', async () => {
  const count = createCountAnswers(database)
  await loadStudy(
    database,
    studyOf((person, variable) => String((person * 7 + variable) % 3)),
  )
  const before = await everyAnswer(count.rows)
  expect(before).toEqual(await everyAnswer(readFromFile))
  expect(before[1]).toMatch(/^-{25}[012]{25}$/)
  expect(before[3]).toMatch(/^[012]{25}-{25}$/)

  await loadStudy(
    database,
    studyOf((person, variable) => String((person * 5 + variable + 1) % 3)),
  )
  const after = await everyAnswer(count.rows)
  expect(after).not.toEqual(before)
  expect(after).toEqual(await everyAnswer(readFromFile))
})

test('refuses a form with two rows of one participant, which would shift the rows of all others', async () => {
  const count = createCountAnswers(database)
  await loadStudy(
    database,
    studyOf(() => '1'),
  )
  const variable = createCatalog(await readCatalog(connection)).find('V0')
  if (!variable || variable.variableType !== 'variable') throw new Error('There is no V0.')
  const form = `"${variable.tableName}"`
  await connection.run(`CREATE OR REPLACE TABLE ${form} AS FROM ${form} UNION ALL (FROM ${form} LIMIT 1)`)
  await expect(everyAnswer(count.rows)).rejects.toThrow('one row for each person')
  await expect(countMembers(connection, bitmapsOf(database), ADMIN, variable)).rejects.toThrow('two rows of one person')
})

test('an interrupted first query causes no unhandled rejection, and the next one succeeds', async () => {
  const interrupted: Connection = {
    ...connection,
    rows: (statement) => {
      if (writtenOf(statement).text.includes('distinct_strata')) throw new Error('Interrupted')
      return connection.rows(statement)
    },
  }
  const ask = (on: Connection) =>
    createCountAnswers(database).rows(on, ADMIN, v.object({ people: v.number() }), (answers) => {
      return sql`${answers.tables} SELECT CAST(count(*) AS INTEGER) AS people FROM person`
    })
  await expect(ask(interrupted)).rejects.toThrow('Interrupted')
  expect(await ask(connection)).toEqual([{ people: PARTICIPANTS.length }])
})

test('counts that run together survive a change of the data', async () => {
  await loadStudy(
    database,
    studyOf((person) => String(person % 3)),
  )
  const counts = createCountAnswers(database)
  const connections = await Promise.all(Array.from({ length: 4 }, () => database.connect()))
  for (let change = 0; change < 5; change++) {
    const running = connections.map((connection) =>
      counts.rows(
        connection,
        ADMIN,
        Row,
        ({ tables }) => sql`${tables} SELECT CAST(count(*) AS VARCHAR) AS given FROM person`,
      ),
    )
    await loadStudy(
      database,
      studyOf((person) => String((person + change) % 3)),
    )
    for (const rows of await Promise.all(running)) expect(rows).toEqual([{ given: String(PARTICIPANTS.length) }])
  }
  for (const connection of connections) connection.close()
})
