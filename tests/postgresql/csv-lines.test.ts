import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, type Database } from '#server/platform/db/database.ts'
import { sql, type Sql } from '#server/platform/db/sql.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function cellsOf(statement: Sql): Promise<unknown> {
  const lines = await database.withConnection((connection) => connection.csvLines(statement, '\r\n'))
  return parse(Buffer.concat(lines), { recordDelimiter: '\r\n' })
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom("'", '"', '\\', '\0', '$1', '--', ';', ',', '\n', 'é', 'E'), { maxLength: 8 })
    .map((some) => some.join('')),
)

test('values are constants of the statement, whatever their characters', async () => {
  const values = fc.record({
    text,
    list: fc.array(text),
    number: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    flag: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(values, async ({ text, list, number, flag }) => {
      const last = list.at(-1) ?? null
      const shown = (cell: string) => cell.replaceAll('\0', '\uFFFD')
      expect(
        await cellsOf(sql`SELECT CAST(${text} AS TEXT), cardinality(${list}), (CAST(${list} AS TEXT[]))[${list.length}],
          10 -${number}, CAST(1 AS FLOAT8) < ${Infinity}, CASE WHEN ${flag} THEN 'yes' ELSE 'no' END, CAST(${last} AS TEXT)`),
      ).toEqual([
        [
          shown(text),
          String(list.length),
          shown(last ?? ''),
          String(10 - number),
          't',
          flag ? 'yes' : 'no',
          shown(last ?? ''),
        ],
      ])
    }),
    { numRuns: 200 },
  )
})

test('a statement that fails leaves the connection usable', async () => {
  const one = await database.withConnection(async (connection) => {
    await expect(
      connection.csvLines(sql`SELECT 1 / (n - 3) FROM generate_series(1, 5) AS numbers(n)`, '\n'),
    ).rejects.toThrow('division by zero')
    return connection.csvLines(sql`SELECT 1`, '\n')
  })
  expect(Buffer.concat(one).toString()).toBe('1\n')
})

test('joins of later statements of the transaction are planned as before', async () => {
  const settings = await inTransaction(database, async (connection) => {
    await connection.csvLines(sql`SELECT 1`, '\n')
    return connection.preparedRows('SHOW enable_mergejoin')
  })
  expect(settings).toEqual([{ enable_mergejoin: 'off' }])
})
