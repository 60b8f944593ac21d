import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { cohortDelete, cohortEdit, cohortNew } from '#contract/cohorts.ts'
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

test('a cohort goes by its name of now, which the log itself does not hold', async () => {
  const researcher = await server.callAs('researcher')
  const admin = await server.callAs('admin')
  const draft = { parent_id: 1, cohort_type: 'subset', variable: 'SMOKER', constraint_type: 'VALID' } as const
  const { new_cohort_id: cohortid } = valueOf(await researcher(cohortNew, { ...draft, name: 'Smokers' }))
  valueOf(await researcher(cohortEdit, { cohortid, name: 'All smokers', description: '' }))
  const ask = async () => valueOf(await admin(audit, { action: '/cohort/edit' })).data[0]
  expect(await ask()).toMatchObject({ subject: { cohortid }, cohort_names: { [cohortid]: 'All smokers' } })
  valueOf(await researcher(cohortDelete, { cohortid }))
  expect(await ask()).toMatchObject({ subject: { cohortid }, cohort_names: {} })
})

test('nobody else sees it, and a plain back end has nothing there', async () => {
  expect(await (await server.callAs('researcher'))(audit, {})).toMatchObject({ status: 403 })
  const plain = await createTestServer({ capabilities: [] })
  expect(await (await plain.callAs('admin'))(audit, {})).toMatchObject({ status: 404 })
  plain.close()
})
