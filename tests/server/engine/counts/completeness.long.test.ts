import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mayRead, type Reader } from '#domain/access.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { readFormula } from '#domain/scores/read-formula.ts'
import { readCompleteness } from '#server/engine/counts/completeness.ts'
import { createCatalog } from '#server/model/catalog.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { join, sql } from '#server/platform/db/sql.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import { Individual } from '#tests/reference/individual.ts'
import type { Made, MadeScore } from '#tests/reference/made.ts'
import { resolveMade } from '#tests/support/resolve-made.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { loadStudy, type Study } from '#tests/support/study.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

let database: Database
let connection: Connection
beforeAll(async () => {
  database = await openDatabase(':memory:')
  connection = await database.connect()
})
afterAll(() => database.close())

/** Two forms; the second is wider than one sum of the statement. */
const FORMS = [
  { instrument: 'A', names: ['FIRST', 'SECOND'] },
  { instrument: 'B', names: Array.from({ length: 103 }, (_, place) => `B${place}`) },
] as const
const COLLECTIONS = ['au', 'bp', 'sz']
const SAVED = 2

const reader = fc.constantFrom<Reader>(
  { isAdmin: true, collections: [] },
  { isAdmin: false, collections: ['bp', 'sz'] },
  { isAdmin: false, collections: [] },
)
/** Mostly complete records: otherwise no individual has all answers. */
const recordOf = (names: readonly string[]) =>
  fc
    .tuple(fc.subarray([...names], { maxLength: 2 }), fc.integer({ min: 0, max: 9 }))
    .map(([missing, value]) =>
      Object.fromEntries(names.filter((name) => !missing.includes(name)).map((name) => [name, String(value)])),
    )
const study: fc.Arbitrary<Study> = fc
  .array(
    fc.tuple(fc.constantFrom(...COLLECTIONS), ...FORMS.map(({ names }) => fc.option(recordOf(names), { freq: 9 }))),
    { maxLength: 30 },
  )
  .map((rows) => ({
    participants: rows.map(([collection], nth) => ({ id: `P${100 + nth}`, family: null, collection, study: '1' })),
    forms: FORMS.map(({ instrument, names }, form) => ({
      instrument,
      version: '1',
      variables: names.map((name) => ({ name, dataType: 'numberrange' })),
      records: Object.fromEntries(
        rows.flatMap(([, ...records], nth) => {
          const record = records[form]
          return record ? [[`P${100 + nth}`, record]] : []
        }),
      ),
    })),
  }))

/** A score, and groups of it that are [UNK] where a part of the condition is unknown. */
const MADE: readonly Made[] = [
  { name: 'SUM_OF_TWO', formula: formulaOf('FIRST + B0') },
  {
    name: 'GROUPS',
    sources: ['FIRST', 'B1'],
    values: [
      { name: 'HIGH', criteria: { relationship: 'OR', parts: ['FIRST', 'B1'].map(isAbove) } },
      { name: 'LOW', criteria: { relationship: 'AND', parts: ['FIRST'].map(isAbove) } },
    ],
    defaultValue: 'LOW',
  },
]
const names = [...FORMS.flatMap((form) => form.names), ...MADE.map(({ name }) => name)]
const asked = fc.oneof(
  fc.shuffledSubarray(names, { minLength: 1, maxLength: 4 }),
  fc.shuffledSubarray(names, { minLength: names.length - 2 }),
)

test('the completeness of a file matches its cells in plain JavaScript', async () => {
  await fc.assert(
    fc.asyncProperty(
      study,
      asked,
      reader,
      fc.option(fc.subarray(Array.from({ length: 30 }, (_, nth) => nth + 1))),
      async (study, chosen, who, members) => {
        await loadStudy(database, study)
        await connection.run(sql`DELETE FROM cohort_member`)
        const existing = (members ?? []).filter((number) => number <= study.participants.length)
        if (existing.length > 0) {
          const rows = existing.map((number) => sql`(${SAVED}, ${number})`)
          await connection.run(sql`INSERT INTO cohort_member (cohortid, individual_no) VALUES ${join(rows)}`)
        }
        const catalog = createCatalog(await readCatalog(connection))
        const made = resolveMade(catalog, MADE, 'multiple')
        const variables = chosen
          .map((name): AnyVariable | undefined => made.find((one) => one.name === name) ?? catalog.find(name))
          .filter((variable) => variable !== undefined)
        const found = await readCompleteness(connection, {
          questions: variables.map((variable) => [variable] as const),
          reader: who,
          cohortId: members ? SAVED : ROOT_COHORT_ID,
        })

        const rows = study.participants
          .filter((_, place) => members === null || existing.includes(place + 1))
          .filter(({ collection }) => mayRead(who, collection))
          .map(({ id, collection }) => {
            const scores = new Individual(study, MADE, id)
            return { collection, cells: chosen.map((name) => scores.answer(name)) }
          })
        const collections = [...new Set(rows.map(({ collection }) => collection))].sort()
        const withAll = (except: number | null) =>
          rows.filter(({ cells }) => cells.every(({ isKnown }, place) => place === except || isKnown)).length
        expect(found).toEqual({
          individuals: rows.length,
          complete: withAll(null),
          collections: collections.map((collection) => ({
            collection,
            individuals: rows.filter((row) => row.collection === collection).length,
          })),
          variables: chosen.map((name, place) => {
            const cellsIn = (collection: string) =>
              rows.filter((row) => row.collection === collection).flatMap(({ cells }) => cells[place] ?? [])
            return {
              variable_name: name,
              versions: null,
              answered: collections.map((one) => cellsIn(one).filter(({ isKnown }) => isKnown).length),
              unknown: collections.map(
                (one) => cellsIn(one).filter(({ isKnown, hasRecord }) => !isKnown && hasRecord).length,
              ),
              complete_without: withAll(place),
            }
          }),
        })
      },
    ),
    { numRuns: 25 },
  )
})

function isAbove(variable: string) {
  return { variable, condition: { operator: 'GT', values: ['4'] } } as const
}

function formulaOf(text: string): MadeScore['formula'] {
  const read = readFormula(text)
  if (!('formula' in read)) throw new Error(`The formula ${text} has an error.`)
  return read.formula
}
