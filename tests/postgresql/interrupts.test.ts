import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { openPostgreSql } from '#server/platform/db/postgres/open.ts'
import { abortedBy } from '#server/platform/db/scope.ts'
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
