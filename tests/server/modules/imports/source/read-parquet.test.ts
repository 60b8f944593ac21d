import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { readDelimited } from '#server/modules/imports/source/delimited-table.ts'
import { problemLine } from '#server/modules/imports/source/problem.ts'
import { readParquet } from '#server/modules/imports/source/read-parquet.ts'
import { sqlText } from '#server/platform/db/sql.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'
import { cellsOf, refusalOf } from '#tests/support/read-table.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

let instance: DuckDBInstance
beforeEach(async () => {
  instance = await DuckDBInstance.create(':memory:')
})
afterEach(() => instance.closeSync())

/** Writes the rows of a query; the name of the file is no pattern of others. */
async function written(query: string, name = `it's [1] *.parquet`): Promise<string> {
  const path = join(folder.path, name)
  const connection = await instance.connect()
  await connection.run(`COPY (${query}) TO ${sqlText(path)}`)
  connection.closeSync()
  return path
}

function problemsOf(path: string): Promise<string[]> {
  return refusalOf(readParquet('a.parquet', path))
}

const ROWS = `SELECT 'p' || i AS id, i AS whole, i * 1.5::DECIMAL(9, 2) AS cents, i % 2 = 0 AS even,
  CASE WHEN i % 3 > 0 THEN i / 7 END AS ratio, DATE '1990-01-31' + i::INTEGER AS day,
  TIMESTAMP '2024-05-03 14:30:00.25' + INTERVAL (i) MINUTE AS seen, TIME '07:30:00' AS at,
  CASE WHEN i % 5 = 0 THEN 'NA' WHEN i % 5 = 1 THEN 'a "b", c' WHEN i % 5 = 2 THEN E'two\nlines' END AS note,
  9007199254740993 + i AS large FROM range(5000) r(i)`

test('reads the cells that the same rows have as CSV', async () => {
  const parquet = await readParquet('a.parquet', await written(ROWS))
  const csv = await readDelimited('a.csv', await written(ROWS, 'a.csv'))
  expect(parquet.header).toEqual(csv.header)
  const ratio = csv.header.indexOf('ratio')
  // A whole number of a column of type DOUBLE is written without decimals.
  const expected = cellsOf(csv).map((cells) => cells.with(ratio, (cells[ratio] ?? '').replace(/\.0$/, '')))
  expect(cellsOf(parquet)).toEqual(expected)
  expect(parquet.notAvailable).toEqual(csv.notAvailable)
  expect([parquet.rows[0]?.line, parquet.rows.at(-1)?.line]).toEqual([1, 5000])
})

test.each([
  ['1.0::DOUBLE', '1'],
  ['0.1::FLOAT', '0.1'],
  ['-2.5e-9::DOUBLE', '-2.5e-09'],
  ['12.50::DECIMAL(6, 2)', '12.50'],
  [`TIMESTAMP '1990-02-01 00:00:00'`, '1990-02-01'],
  [`TIMESTAMP_NS '1990-02-01 00:00:00'`, '1990-02-01'],
  [`TIMESTAMP '1990-02-01 00:00:01'`, '1990-02-01 00:00:01'],
  [`TIMESTAMPTZ '1990-02-01 10:00:00+02'`, '1990-02-01 08:00:00+00'],
  [`'low'::ENUM ('low', 'high')`, 'low'],
  ['NULL::INTEGER', ''],
  ['true', 'true'],
])('writes %s', async (sql, text) => {
  expect(cellsOf(await readParquet('a.parquet', await written(`SELECT ${sql} AS x`)))).toEqual([[text]])
})

test('refuses a row with a character that no text has', async () => {
  const table = await readParquet('a.parquet', await written(`SELECT 'a' || chr(31) AS x, 1 AS y`))
  expect(table.bad.map(({ problem }) => problemLine(problem))).toEqual([
    'a.parquet:1: The row holds a NUL character, which no text has.',
  ])
})

test('keeps names that differ only in case', async () => {
  const path = await written(`SELECT 1 AS ageatvisit, 2 AS bgeatvisit`)
  const text = readFileSync(path, 'latin1')
  writeFileSync(path, text.replaceAll('bgeatvisit', 'AgeAtVisit'), 'latin1')
  const table = await readParquet('a.parquet', path)
  expect(table.header).toEqual(['ageatvisit', 'AgeAtVisit'])
  expect(cellsOf(table)).toEqual([['1', '2']])
})

test('reads a wide table in batches, and stops if the import is cancelled', async () => {
  const columns = Array.from({ length: 1_000 }, (_, place) => `i + ${place} AS c${place}`).join(', ')
  const path = await written(`SELECT ${columns} FROM range(3000) r(i)`)
  const table = await readParquet('a.parquet', path)
  expect([table.header.length, table.rows.length, table.cell(2_999, 999)]).toEqual([1_000, 3_000, '3998'])
  const stop = new Error('The import was cancelled.')
  const stopped = readParquet('a.parquet', path, () => {
    throw stop
  })
  await expect(stopped).rejects.toBe(stop)
})

test('names columns that are no single answers', async () => {
  expect(
    await problemsOf(await written(`SELECT 1 AS id, [1, 2] AS codes, {'a': 1} AS "record", 'x'::BLOB AS scan`)),
  ).toEqual([
    'a.parquet: The column codes holds lists or records (INTEGER[]): give each part a column.',
    'a.parquet: The column record holds lists or records (STRUCT("a" INTEGER)): give each part a column.',
    'a.parquet: The column scan holds binary data (BLOB): leave it out.',
  ])
})

test('refuses another file, and a damaged one, without the path of the server', async () => {
  const path = join(folder.path, 'text.parquet')
  writeFileSync(path, 'id,a\n1,2\n')
  const [problem = ''] = await problemsOf(path)
  expect(problem).toMatch(/^a\.parquet: This Parquet file cannot be read: /)
  expect(problem).not.toContain(folder.path)
})
