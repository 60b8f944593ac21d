import { serve, type ServerType } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadNew, downloadQueue } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { signIn, valueOf, type ApiSession } from '#tests/support/api-session.ts'
import { createTestServer, PASSWORD, type TestServer, type Username } from '#tests/support/test-server.ts'

const PARTICIPANTS = 400_000

let server: TestServer
let listening: ServerType
let url: string
beforeAll(async () => {
  server = await createTestServer({ simultaneousDownloads: 1 })
  await inTransaction(server.database, (connection) =>
    connection.run(`INSERT INTO individual
      SELECT n, 'Q' || lpad(CAST(n AS VARCHAR), 7, '0'), NULL, NULL, NULL, NULL, FALSE, 'bp', '1', NULL, NULL
      FROM range(1000, ${PARTICIPANTS}) AS numbers(n)`),
  )
  url = await new Promise((resolve) => {
    listening = serve({ fetch: server.app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    )
  })
})
afterAll(() => {
  if ('closeAllConnections' in listening) listening.closeAllConnections()
  listening.close()
  server.close()
})

let setsMade = 0

async function prepare(username: Username): Promise<{ session: ApiSession; downloadId: string; path: string }> {
  const session = await signIn(url, username, PASSWORD)
  const set = valueOf(await session.call(variableSetNew, { name: `Set ${++setsMade}`, variables: ['AGE'] }))
  const [prepared] = valueOf(await session.call(downloadNew, { cohortid: 1, varsetid: set.id }))
  const downloadId = prepared?.download_id ?? ''
  return { session, downloadId, path: `${API_PREFIX}/cohort/downloadstream?downloadid=${downloadId}&filename=x.csv` }
}

test('a cancelled download frees its slot for the next', async () => {
  const [first, second] = [await prepare('researcher'), await prepare('admin')]
  const running = await first.session.fetch(first.path)
  const reader = running.body?.getReader()
  await reader?.read()

  // Stalled: it would never end.
  const waiting = second.session.fetch(second.path)
  await expect
    .poll(async () => valueOf(await second.session.call(downloadQueue, { downloadid: second.downloadId })))
    .toEqual({ state: 'waiting', ahead: 0, running: 1 })
  // An aborted signal may keep the connection: undici holds its controller weakly.
  await reader?.cancel()
  const response = await waiting
  const begun = response.body?.getReader()
  expect((await begun?.read())?.done).toBe(false)
  await begun?.cancel()
})

test('a download with a broken connection can be fetched again from the beginning', async () => {
  const { session, path } = await prepare('researcher')
  const reader = (await session.fetch(path)).body?.getReader()
  await reader?.read()
  await reader?.cancel()
  const again = await (await session.fetch(path)).text()
  expect(again.split('\r\n')).toHaveLength(PARTICIPANTS - 1_000 + 9 + 2)
})
