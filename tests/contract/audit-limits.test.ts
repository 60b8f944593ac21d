import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { login } from '#contract/session.ts'
import { variableEdit } from '#contract/variables.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { insertAuditRow } from '#server/store/audit/write.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

async function stored(): Promise<{ rows: number; characters: number }> {
  const Size = v.object({ rows: v.number(), characters: v.number() })
  const sql = `SELECT CAST(count(*) AS INTEGER) AS "rows", CAST(sum(length(subject)) AS INTEGER) AS characters FROM audit`
  const [size = { rows: 0, characters: 0 }] = await server.database.withConnection((connection) =>
    rowsOf(connection, Size, sql),
  )
  return size
}

test('aggregates refused requests of a user into few audit entries and a count, whatever their number and length', async () => {
  const newcomer = await server.callAs('newcomer')
  for (let edit = 0; edit < 200; edit++) {
    const variable_name = edit % 2 === 0 ? 'x'.repeat(255) : 'x'.repeat(100_000)
    expect(await newcomer(variableEdit, { variable_name, question: 'Why?', comment: 'no' })).toMatchObject({
      status: edit % 2 === 0 ? 403 : 400,
    })
  }
  expect((await stored()).rows).toBeLessThan(25)
  server.clock.now += 60_000
  expect(await newcomer(variableEdit, { variable_name: 'AGE', question: 'Why?', comment: 'no' })).toMatchObject({
    status: 403,
  })
  expect((await stored()).characters).toBeLessThan(20_000)
  const { data } = valueOf(await (await server.callAs('admin'))(audit, { user: 'newcomer' }))
  expect(data.map(({ subject }) => subject)).toContainEqual({ refusals: 180 })
})

test('aggregates failed logins with many user names into few entries', async () => {
  const anonymous = await server.callAs()
  for (let name = 0; name < 100; name++) await anonymous(login, { username: `nobody${name}`, password: 'guess' })
  expect((await stored()).rows).toBe(20)
})

test('limits the size of an entry', async () => {
  const row = {
    now: server.clock.now,
    username: 'u'.repeat(1_000),
    address: 'a'.repeat(1_000),
    action: 'x',
    status: 200,
  }
  const names = Array.from({ length: 1_000 }, (_, place) => `${place}`.padEnd(300, 'n'))
  await withWriteLock(server.database, (connection) =>
    insertAuditRow(connection, { ...row, subject: { name: 'n'.repeat(1e6), names } }),
  )
  expect(await stored()).toEqual({ rows: 1, characters: expect.toSatisfy((characters) => characters <= 4_000) })
  const { data } = valueOf(await (await server.callAs('admin'))(audit, { action: 'x' }))
  expect([data[0]?.username?.length, data[0]?.address.length]).toEqual([255, 255])
})

test('key-based pages return each entry once while others are added', async () => {
  const add = (action: string) =>
    withWriteLock(server.database, (connection) =>
      insertAuditRow(connection, {
        now: server.clock.now,
        username: null,
        address: '',
        action,
        subject: {},
        status: 200,
      }),
    )
  // Some within the same millisecond.
  for (let place = 0; place < 12; place++) {
    if (place % 3 === 0) server.clock.now += 1
    await add(`action ${place}`)
  }
  const admin = await server.callAs('admin')
  const seen: string[] = []
  let after: string | null = null
  do {
    const page: { data: { action: string }[]; total: number; next: string | null } = valueOf(
      await admin(audit, { action: 'action ', limit: 5, after }),
    )
    seen.push(...page.data.map(({ action }) => action))
    after = page.next
    if (after !== null) await add('action of later')
  } while (after !== null)
  expect(seen).toEqual(Array.from({ length: 12 }, (_, place) => `action ${11 - place}`))
  expect(await admin(audit, { after: 'yesterday' })).toMatchObject({ status: 400 })
})
