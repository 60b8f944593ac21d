import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'

test('interrupts running queries so that the process can exit', async () => {
  const database = await openDatabase(':memory:')
  const endless = `SELECT sum(hash(a.n * b.n)) FROM range(10000000) a(n), range(1000000) b(n)`
  const connection = await database.connect()
  const queries = [
    connection.run(endless),
    database.withConnection((connection) => connection.preparedRows(endless)),
    database.withConnection((connection) => connection.openBytes(`SELECT encode(n::VARCHAR) FROM (${endless}) e(n)`)),
  ].map((query) => expect(query).rejects.toThrow(/interrupt/i))
  await database.endCalls()
  await Promise.all(queries)
  database.close()
})

test('closes while connections open, which then fail or close', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 20; round++) {
    const database = await openDatabase(':memory:')
    const query = () => database.withConnection((connection) => connection.preparedRows('SELECT 1'))
    const queries = Array.from({ length: 12 }, () => query().then(() => 'answered', String))
    database.close()
    queries.push(query().then(() => 'answered', String))
    for (const outcome of await Promise.all(queries)) outcomes.add(outcome)
  }
  expect(outcomes).toContain('Error: The database is closed.')
})
