import { tmpdir } from 'node:os'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { postgreSqlConnection } from '#server/platform/db/postgres/connection.ts'
import { openPostgreSql } from '#server/platform/db/postgres/open.ts'
import { abortedBy, leased } from '#server/platform/db/scope.ts'
import { newDatabase } from '#tests/support/test-database.ts'

/** As many as connections for reading. */
const STATEMENTS = 20
const LONG = 'SELECT pg_sleep(60)'

test('the end of requests ends their statements, also if they have all connections', async () => {
  const database = await openPostgreSql((await newDatabase()) ?? '', tmpdir())
  const controller = new AbortController()
  let begun = 0
  const statements = Array.from({ length: STATEMENTS }, () =>
    database.withConnection((connection) => {
      if (++begun === STATEMENTS) setImmediate(() => controller.abort(new Error('ended')))
      return abortedBy(connection, controller.signal).preparedRows(LONG)
    }),
  )
  const outcomes = await Promise.allSettled(statements)
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).toEqual(
    statements.map(() => 'Error: ended'),
  )
  database.close()
})

test('a cancel that arrives late ends no later statement', async () => {
  const connectionString = (await newDatabase()) ?? ''
  const [client, other] = [new Client({ connectionString }), new Client({ connectionString })]
  await Promise.all([client.connect(), other.connect()])
  const {
    rows: [backend],
  } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  await other.query('SELECT pg_advisory_lock(1)')
  const cancel = () => other.query('SELECT pg_cancel_backend($1)', [backend?.pid])
  const waitingFor = async (event: string) => {
    const sql = 'SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = $2'
    while ((await other.query(sql, [backend?.pid, event])).rowCount === 0);
  }
  const connection = leased(
    postgreSqlConnection({
      client,
      close: () => undefined,
      cancel: async () => {
        await waitingFor('PgSleep')
        await cancel()
        await waitingFor('advisory')
        await cancel()
        await other.query('SELECT pg_advisory_unlock(1)')
      },
    }),
  )
  const controller = new AbortController()
  const first = abortedBy(connection, controller.signal).preparedRows(LONG)
  controller.abort(new Error('ended'))
  const second = connection.preparedRows('SELECT pg_advisory_xact_lock(1), 2 AS two')
  await expect(first).rejects.toThrow('ended')
  expect(await second).toMatchObject([{ two: 2 }])
  await Promise.all([client.end(), other.end()])
})
