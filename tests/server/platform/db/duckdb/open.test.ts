import { existsSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rowsOf, type Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'

const MEGABYTE = 1024 * 1024

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder({ 'diver.duckdb.tmp/duckdb_temp_storage_DEFAULT-0.tmp': 'rows of somebody' })
})
afterEach(() => folder.remove())

async function memoryLimitOf(database: Database): Promise<string | undefined> {
  const asked = `SELECT current_setting('memory_limit') AS memory`
  const [row] = await database.withConnection((connection) =>
    rowsOf(connection, v.object({ memory: v.string() }), asked),
  )
  return row?.memory
}

test('deletes temporary files of a killed server at the next start', async () => {
  const database = await openDatabase(join(folder.path, 'diver.duckdb'))
  expect(existsSync(join(folder.path, 'diver.duckdb.tmp'))).toBe(false)
  database.close()
})

test('adjusts the memory limit to the size of the database', async () => {
  const path = join(folder.path, 'diver.duckdb')
  const database = await openDatabase(path)
  expect(await memoryLimitOf(database)).toBe('416.0 MiB')
  truncateSync(path, 1024 ** 3)
  await database.fitMemory()
  expect(await memoryLimitOf(database)).toBe('1.5 GiB')
  database.close()
})

test('an abandoned connection frees the memory of an open result', async () => {
  const database = await openDatabase(join(folder.path, 'diver.duckdb'))
  const before = await memoryUsed(database)
  for (let times = 0; times < 3; times++) {
    const connection = await database.connect()
    await connection.run('BEGIN TRANSACTION')
    const next = await connection.openBytes(
      `SELECT encode(a.n::VARCHAR || b.n) FROM range(100000) a(n) JOIN range(100000) b(n) USING (n)`,
    )
    await next()
    expect(await memoryUsed(database)).toBeGreaterThan(before + MEGABYTE)
    await connection.abandon()
  }
  expect(await memoryUsed(database)).toBeLessThan(before + MEGABYTE)
  database.close()
})

async function memoryUsed(database: Database): Promise<number> {
  const asked = `SELECT CAST(sum(memory_usage_bytes) AS DOUBLE) AS bytes FROM duckdb_memory() WHERE tag <> 'ALLOCATOR'`
  const [row] = await database.withConnection((connection) =>
    rowsOf(connection, v.object({ bytes: v.number() }), asked),
  )
  return row?.bytes ?? 0
}
