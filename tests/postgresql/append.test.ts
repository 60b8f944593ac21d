import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, RowSource } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const rows: RowSource = {
  types: ['INTEGER'],
  rowCount: 100_000,
  values: (_, from, to) => Array.from({ length: to - from }, (__, place) => from + place),
}

test('rows that are ended in the middle fail, and the next statement runs', async () => {
  await database.withConnection(async (connection) => {
    await connection.run('BEGIN')
    await connection.run('CREATE TEMP TABLE ended (n INTEGER)')
    let pauses = 0
    const pause = () => (++pauses < 3 ? Promise.resolve() : Promise.reject(new Error('no more time')))
    await expect(connection.append('ended', rows, pause)).rejects.toThrow('no more time')
    await connection.run('ROLLBACK')
    expect(await connection.preparedRows('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})
