import { expect, onTestFinished, test } from 'vitest'
import { login } from '#contract/session.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { allRows } from '#tests/support/import-folders.ts'
import { createTestServer, PASSWORD } from '#tests/support/test-server.ts'

test('a login whose response cannot be read begins no session', async () => {
  const server = await createTestServer()
  onTestFinished(() => server.close())
  const { database } = server
  const rename = (from: string, to: string) =>
    withWriteLock(database, (connection) => connection.run(`ALTER TABLE ${from} RENAME TO ${to}`))
  const call = await server.callAs()
  const credentials = { username: 'researcher', password: PASSWORD }

  await rename('individual', 'away')
  expect(await call(login, credentials)).toMatchObject({ ok: false, status: 500 })
  expect(await allRows(database, 'SELECT token_hash FROM session')).toEqual([])
  await rename('away', 'individual')
  expect(await call(login, credentials)).toMatchObject({ ok: true })
  expect(await allRows(database, 'SELECT token_hash FROM session')).toHaveLength(1)
})
