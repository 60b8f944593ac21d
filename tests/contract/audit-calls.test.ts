import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { projectNew } from '#contract/projects.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

test('an administrator sees who did what, the newest first, by user, action and time, some rows at a time', async () => {
  const researcher = await server.callAs('researcher')
  for (const name of ['One', 'Two', 'Three']) {
    server.clock.now += 60_000
    valueOf(await researcher(projectNew, { name, description: '' }))
  }
  const admin = await server.callAs('admin')
  const all = valueOf(await admin(audit, {}))
  expect(all.data[0]).toMatchObject({ username: 'admin', action: 'POST /login', status: 200 })
  expect(all.data[1]).toMatchObject({ username: 'researcher', action: 'POST /project/new' })
  const made = { user: 'researcher', action: 'project' }
  const page = valueOf(await admin(audit, { ...made, offset: 1, limit: 1 }))
  expect([page.total, page.data.map(({ at }) => at)]).toEqual([3, ['2024-01-01T00:02:00.000Z']])
  expect(valueOf(await admin(audit, { ...made, since: '2024-01-01T00:02:30Z' })).total).toBe(1)
  expect(valueOf(await admin(audit, { ...made, until: '2024-01-01T00:03:00Z' })).total).toBe(2)
  expect(valueOf(await admin(audit, { ...made, user: 'RESEARCH' })).total).toBe(3)
  expect(await admin(audit, { since: 'yesterday' })).toMatchObject({ status: 400 })
  // Names that somebody typed are no part of it.
  expect(JSON.stringify(all)).not.toContain('Three')
})

test('nobody else sees it, and a plain back end has nothing there', async () => {
  expect(await (await server.callAs('researcher'))(audit, {})).toMatchObject({ status: 403 })
  const plain = await createTestServer({ capabilities: [] })
  expect(await (await plain.callAs('admin'))(audit, {})).toMatchObject({ status: 404 })
  plain.close()
})
