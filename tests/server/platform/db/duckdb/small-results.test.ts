import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { materializedRows } from '#server/platform/db/duckdb/connection.ts'

test.each([
  ['of an empty result', `SELECT 1 AS one WHERE false`],
  ['of several chunks', `SELECT range AS n, range::VARCHAR AS text FROM range(5000)`],
  [
    'of all supported types',
    `SELECT 1 AS whole, 2.5::DOUBLE AS part, 'ä' AS text, NULL AS none, TRUE AS yes, ['a', NULL] AS list,
       DATE '2020-02-29' AS day, TIMESTAMP '2020-01-01 10:00:00' AS moment, 3::BIGINT AS large, 1 AS whole`,
  ],
])('the rows %s equal those of the library’s own reader', async (_, sql) => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const statement = await connection.prepare(sql)
  const expected = (await statement.runAndReadAll()).getRowObjectsJS()
  expect(materializedRows(await statement.run())).toEqual(expected)
  connection.closeSync()
  instance.closeSync()
})
