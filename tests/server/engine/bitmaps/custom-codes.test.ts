import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFormula } from '#domain/scores/read-formula.ts'
import { previewSubset } from '#server/engine/cohorts/subset.ts'
import { previewConstruct } from '#server/engine/counts/custom-variable-preview.ts'
import { createCatalog } from '#server/model/catalog.ts'
import type { CustomVariable } from '#server/model/variable.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import type { Made } from '#tests/reference/made.ts'
import { bitmapsOf } from '#tests/support/bitmaps-of.ts'
import { resolveMade } from '#tests/support/resolve-made.ts'
import { loadStudy, type Study } from '#tests/support/study.ts'

/** Only P1 has a record. */
const STUDY: Study = {
  participants: ['P1', 'P2', 'P3'].map((id) => ({ id, family: null, collection: 'bp', study: '1' })),
  forms: [
    {
      instrument: 'A',
      version: '1',
      variables: [{ name: 'AGE', dataType: 'numberrange' }],
      records: { P1: { AGE: '30' } },
    },
  ],
}
const ADMIN = { isAdmin: true, collections: [] }

let database: Database
let connection: Connection
let level: CustomVariable
beforeAll(async () => {
  database = await openDatabase(':memory:')
  connection = await database.connect()
  await loadStudy(database, STUDY)
  const read = readFormula('MEAN(AGE, 5; at least 1)')
  if (!('formula' in read)) throw new Error('The formula has an error.')
  // 17.5 for P1, and 5 without a record.
  const made: Made[] = [
    { name: 'SCORE', formula: read.formula },
    {
      name: 'LEVEL',
      sources: ['SCORE'],
      values: ['high', 'low'].map((name, place) => ({
        name,
        criteria: {
          relationship: 'AND',
          parts: [{ variable: 'SCORE', condition: { operator: place === 0 ? 'GT' : 'LTE', values: ['10'] } }],
        },
      })),
      defaultValue: null,
    },
  ]
  const [, custom] = resolveMade(createCatalog(await readCatalog(connection)), made)
  if (!custom) throw new Error('There is no custom variable.')
  level = custom
})
afterAll(() => database.close())

test('individuals with a value that a score gives without a record have no record', async () => {
  const splitOf = async (operator: 'EQ' | 'EXISTS', ...values: string[]) => {
    const subset = { parent: { cohortId: 1, reader: ADMIN }, variable: level, condition: { operator, values } }
    const { data, split } = await previewSubset(connection, bitmapsOf(database), subset)
    return { split, values: data.map(({ value, count }) => [value, count]) }
  }
  expect(await splitOf('EQ', 'high')).toEqual({
    split: { match: 1, no_match: 0, unknown: 0, no_record: 2 },
    values: [['high', 1]],
  })
  expect(await splitOf('EQ', 'low')).toEqual({
    split: { match: 2, no_match: 1, unknown: 0, no_record: 0 },
    values: [['low', 2]],
  })
  expect(await splitOf('EXISTS')).toEqual({
    split: { match: 1, no_match: 0, unknown: 0, no_record: 2 },
    values: [['high', 1]],
  })
})

test('the preview of such a custom variable counts each individual once', async () => {
  const query = { rule: level, cohortId: 1, reader: ADMIN, cross: null }
  const { values, split } = await previewConstruct(connection, bitmapsOf(database), query)
  expect(values.map(({ name, count }) => [name, count])).toEqual([
    ['high', 1],
    ['low', 2],
  ])
  expect(split).toEqual({ match: 3, no_match: 0, unknown: 0, no_record: 0 })
})
