import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTablesInMemory } from '#server/platform/cache/tables-in-memory.ts'
import { rowsOf, type Database } from '#server/platform/db/database.ts'
import { MEMORY, openDatabase } from '#server/platform/db/duckdb/open.ts'
import { literal, raw } from '#server/platform/db/sql.ts'

let database: Database

beforeEach(async () => {
  database = await openDatabase(':memory:')
  await database.withConnection((connection) => connection.run('CREATE TABLE given AS SELECT 1 AS n'))
})
afterEach(() => database.close())

const copy = { select: raw('SELECT n FROM given'), bytesOfRow: literal(1000) }
/** What one of a single row takes, as one of some thousand rows would. */
const BYTES_OF_COPY = 2_048 * 1_000

function tablesNow(): Promise<string[]> {
  return database.withConnection(async (connection) => {
    const rows = await rowsOf(
      connection,
      v.object({ name: v.string() }),
      `SELECT table_name AS name FROM duckdb_tables() WHERE database_name = '${MEMORY}' ORDER BY 1`,
    )
    return rows.map(({ name }) => `${MEMORY}.${name}`)
  })
}

function numbersIn(table: string): Promise<number[]> {
  return database.withConnection(async (connection) => {
    const rows = await rowsOf(connection, v.object({ n: v.number() }), `SELECT n FROM ${table}`)
    return rows.map(({ n }) => n)
  })
}

test('creates a table once for any number of readers', async () => {
  const tables = createTablesInMemory(database)
  const read = () => tables.lease(new Map([['a', copy]]), () => numbersIn(tables.nameOf('a')))
  const first = await Promise.all([read(), read()])
  await database.withConnection((connection) => connection.run('INSERT INTO given VALUES (2)'))
  expect([...first, await read()]).toEqual([[1], [1], [1]])
  expect(await tables.lease(new Map([['a', copy]]), async (sizes) => [...sizes])).toEqual([['a', 1]])
})

test('evicts the least recently used table, but none with a lease', async () => {
  const tables = createTablesInMemory(database, 2 * BYTES_OF_COPY)
  const hold = <Result>(keys: string[], work: () => Promise<Result>) =>
    tables.lease(new Map(keys.map((key) => [key, copy])), work)
  await hold(['a'], async () => undefined)
  await hold(['b'], async () => undefined)
  const [a, b] = [tables.nameOf('a'), tables.nameOf('b')]
  await hold(['a'], async () => {
    await hold(['c', 'd'], async () => expect(await tablesNow()).toHaveLength(4))
    expect(await tablesNow()).not.toContain(b)
    expect(await numbersIn(a)).toEqual([1])
  })
  expect(await tablesNow()).toHaveLength(2)
  expect(await hold(['b'], () => numbersIn(tables.nameOf('b')))).toEqual([1])
})

test('counts a minimum size for tables of one row, which limits their number', async () => {
  const tables = createTablesInMemory(database, 10 * BYTES_OF_COPY)
  for (let place = 0; place < 30; place++) await tables.lease(new Map([[`t${place}`, copy]]), async () => undefined)
  expect(await tablesNow()).toHaveLength(10)
})

test('retries a table that could not be created', async () => {
  const tables = createTablesInMemory(database)
  const late = new Map([['late', { select: raw('SELECT n FROM late'), bytesOfRow: literal(1) }]])
  await expect(tables.lease(late, async () => undefined)).rejects.toThrow('late')
  await database.withConnection((connection) => connection.run('CREATE TABLE late AS SELECT 5 AS n'))
  expect(await tables.lease(late, () => numbersIn(tables.nameOf('late')))).toEqual([5])
})
