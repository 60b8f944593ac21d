import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachColumns, Numbers, type Database } from '#server/platform/db/database.ts'
import { abortedBy } from '#server/platform/db/scope.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

const COUNT = 200_000
const NUMBERS = `SELECT CAST(n AS INTEGER) FROM generate_series(1, ${COUNT}) AS numbers(n)`
const ENDLESS = 'SELECT sum(a.n * b.n) FROM generate_series(1, 10000000) AS a(n), generate_series(1, 1000000) AS b(n)'
const Columns = v.tuple([Numbers])

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('reads each row once, in batches', async () => {
  const batches: number[] = []
  let sum = 0
  await database.withConnection((connection) =>
    eachColumns(connection, Columns, NUMBERS, () => ([numbers]) => {
      batches.push(numbers.length)
      for (const number of numbers) sum += number
    }),
  )
  expect(sum).toBe((COUNT * (COUNT + 1)) / 2)
  expect(batches.length).toBeGreaterThan(10)
})

test('a result without rows', async () => {
  let count = 0
  await database.withConnection((connection) =>
    eachColumns(connection, Columns, `SELECT * FROM (${NUMBERS}) AS rows WHERE FALSE`, () => ([numbers]) => {
      count += numbers.length
    }),
  )
  expect(count).toBe(0)
})

test('a batch that cannot be taken fails the reading, and the connection works on', async () => {
  const later = await database.withConnection(async (connection) => {
    const reading = eachColumns(connection, Columns, NUMBERS, () => () => {
      throw new Error('no room')
    })
    await expect(reading).rejects.toThrow('no room')
    return connection.preparedRows('SELECT 1 AS one')
  })
  expect(later).toEqual([{ one: 1 }])
})

test('reads each row once when the end of another request interrupts it', async () => {
  const controller = new AbortController()
  let read: number[] = []
  await database.withConnection(async (connection) => {
    const reading = eachColumns(connection, Columns, NUMBERS, () => {
      read = []
      return ([numbers]) => {
        read.push(...numbers)
        controller.abort(new Error('ended'))
      }
    })
    const other = abortedBy(connection, controller.signal).run(ENDLESS)
    await Promise.all([reading, expect(other).rejects.toThrow('ended')])
  })
  expect(read).toEqual(Array.from({ length: COUNT }, (_, place) => place + 1))
})
