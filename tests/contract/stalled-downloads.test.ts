import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadNew, downloadQueue } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX, DOWNLOAD_STALL_SECONDS } from '#domain/limits.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'

const PARTICIPANTS = 20_000

let server: TestServer
beforeAll(async () => {
  server = await createTestServer({ simultaneousDownloads: 1 })
  await inTransaction(server.database, (connection) =>
    connection.run(`INSERT INTO individual (individual_no, individual_id, family_id, father_no, mother_no, sex, is_placeholder, collection, study_id,
         consent, dx_nimh)
      SELECT n, 'Q' || lpad(CAST(n AS VARCHAR), 7, '0'), NULL, NULL, NULL, NULL, FALSE, 'bp', '1', NULL, NULL
      FROM generate_series(1000, ${PARTICIPANTS - 1}) AS numbers(n)`),
  )
})
afterAll(() => server.close())

async function prepare(username: Username) {
  const call = await server.callAs(username)
  const set = valueOf(await call(variableSetNew, { name: 'Set', variables: ['AGE'] }))
  const [prepared] = valueOf(await call(downloadNew, { cohortid: 1, varsetid: set.id }))
  const downloadId = prepared?.download_id ?? ''
  const fetch = await server.fetchAs(username)
  return {
    state: async () => valueOf(await call(downloadQueue, { downloadid: downloadId })).state,
    download: () => fetch(`${API_PREFIX}/cohort/downloadstream?downloadid=${downloadId}&filename=x.csv`),
  }
}

test('a stalled download ends after a minute and frees its slot', async () => {
  const [stalled, next] = [await prepare('researcher'), await prepare('admin')]
  const reader = (await stalled.download()).body?.getReader()
  await reader?.read()

  const waiting = next.download()
  await expect.poll(next.state).toBe('waiting')
  server.clock.now += DOWNLOAD_STALL_SECONDS * 1_000 - 1
  expect([await stalled.state(), await next.state()]).toEqual(['running', 'waiting'])
  server.clock.now += 1
  const lines = (await (await waiting).text()).split('\r\n')
  expect(lines.length).toBeGreaterThan(PARTICIPANTS - 1_000)
  expect([await stalled.state(), await next.state()]).toEqual(['idle', 'idle'])
})
