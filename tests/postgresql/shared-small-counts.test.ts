import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgreSql } from '#server/platform/db/postgres/open.ts'
import { countFirst, NESTED_PARTICIPANTS } from '#tests/support/nested-people.ts'
import { loadStudy } from '#tests/support/study.ts'
import { newDatabase } from '#tests/support/test-database.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let servers: TestServer[]
beforeAll(async () => {
  const url = (await newDatabase()) ?? ''
  const holding = await openPostgreSql(url, tmpdir())
  await loadStudy(holding, NESTED_PARTICIPANTS)
  const one = await createTestServer({ holding, minimumCell: 3 })
  const other = await createTestServer({ holding: await openPostgreSql(url, tmpdir()), isShared: true, minimumCell: 3 })
  servers = [one, other]
})
afterAll(() => {
  for (const server of servers) server.close()
})

test('servers share the disclosure history, against differencing attacks', async () => {
  const [one, other] = await Promise.all(servers.map((server) => server.callAs('researcher')))
  const colleague = await servers[1]?.callAs('colleague')
  if (!one || !other || !colleague) throw new Error('There are not two servers.')
  expect(await countFirst(one, 8)).toEqual([8])
  expect(await countFirst(other, 7)).toEqual([null])
  expect(await countFirst(other, 4)).toEqual([4])
  expect(await countFirst(one, 5)).toEqual([null])
  // Other readers saw no counts.
  expect(await countFirst(colleague, 7)).toEqual([7])
})
