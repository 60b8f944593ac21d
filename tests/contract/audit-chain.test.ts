import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { audit } from '#contract/audit.ts'
import { projectNew } from '#contract/projects.ts'
import type { Database } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { chainEntries, keepLastCheckpoint } from '#server/store/audit/chain.ts'
import { removeOldEntries } from '#server/store/audit/retention.ts'
import { insertAuditRow } from '#server/store/audit/write.ts'
import { valueOf } from '#tests/support/api-session.ts'
import {
  AUDIT_KEY,
  checkpointsOf,
  FOREIGN_KEY,
  MINUTE,
  START,
  verified,
  writeEntries,
} from '#tests/support/audit-log.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const run = (statement: string) => database.withConnection((connection) => connection.run(statement))

test('chains the entries of requests, and verifies them', async () => {
  const server = await createTestServer()
  try {
    await (
      await server.callAs('researcher')
    )(projectNew, { name: 'Mine', description: '' })
    expect(await verified(server.database)).toMatchObject({
      problem: null,
      last: 0,
      unchained: [expect.any(Number), expect.any(Number)],
    })
    expect(await chainEntries(server.database, AUDIT_KEY, server.clock.now)).toMatchObject({ entries: 2 })
    expect(await verified(server.database)).toEqual({ problem: null, removed: 0, last: 2, unchained: [] })
    const { data } = valueOf(await (await server.callAs('admin'))(audit, { user: 'researcher' }))
    expect(data.map(({ action }) => action)).toEqual(['POST /project/new', 'POST /login'])
  } finally {
    server.close()
  }
})

test('chains a log from before the chain in several steps, while entries are added', async () => {
  const add = async (count: number) =>
    withWriteLock(database, async (connection) => {
      const row = { now: START, username: 'ada', address: '', action: 'POST /login', subject: {}, status: 200 }
      for (let place = 0; place < count; place++) await insertAuditRow(connection, row)
    })
  await add(2_500)
  const [first, second] = await Promise.all([
    chainEntries(database, AUDIT_KEY, START),
    chainEntries(database, AUDIT_KEY, START),
    add(20),
  ])
  const { entries } = await chainEntries(database, AUDIT_KEY, START)
  expect(first.entries + second.entries + entries).toBe(2_520)
  expect(await verified(database)).toEqual({ problem: null, removed: 0, last: 2_520, unchained: [] })
})

test('signs the last entry, and keeps a checkpoint after an hour or a thousand entries', async () => {
  await writeEntries(database, 150)
  expect((await checkpointsOf(database)).map(({ no, isKept }) => [no, isKept])).toEqual([
    [5, true],
    [65, true],
    [125, true],
    [150, false],
  ])
  expect(await keepLastCheckpoint(database, AUDIT_KEY)).toMatchObject({ no: 150 })
  expect(await keepLastCheckpoint(database, AUDIT_KEY)).toBeNull()
  expect(await verified(database)).toMatchObject({ problem: null, last: 150 })
})

test('a checkpoint that was kept elsewhere proves the removal of the newest entries', async () => {
  await writeEntries(database, 10, 2)
  const outside = (await checkpointsOf(database)).slice(-1)
  // All traces in the database: its checkpoints are those of an earlier state.
  await run('DELETE FROM audit WHERE entry_no > 2')
  await run('DELETE FROM audit_checkpoint WHERE entry_no > 2')
  expect(await verified(database)).toMatchObject({ problem: null, last: 2 })
  expect((await verified(database, outside)).problem).toMatch(/^Entry 3 is missing: .* 8 more entries\.$/)
})

test('entries that were chained again are not those of a checkpoint that was kept elsewhere', async () => {
  await writeEntries(database, 10)
  const outside = (await checkpointsOf(database)).slice(-1)
  await run(`UPDATE audit SET username = 'mallory', entry_no = NULL WHERE entry_no > 5`)
  await run('DELETE FROM audit_checkpoint WHERE entry_no > 5')
  await chainEntries(database, AUDIT_KEY, START)
  expect((await verified(database)).problem).toBeNull()
  expect((await verified(database, outside)).problem).toMatch(/^Entry 10 is not that of the checkpoint/)
})

test('a chain that was continued with another key is reported, until the key is known', async () => {
  await writeEntries(database, 10)
  const before = { now: START, username: 'mallory', address: '', action: 'x', subject: {}, status: 200 }
  await withWriteLock(database, (connection) => insertAuditRow(connection, before))
  expect(await chainEntries(database, FOREIGN_KEY, START)).toMatchObject({ isForeign: true })
  await withWriteLock(database, (connection) => insertAuditRow(connection, before))
  expect(await chainEntries(database, AUDIT_KEY, START)).toMatchObject({ isForeign: true })
  expect((await verified(database)).problem).toMatch(/^The checkpoint of entry 11, .* not signed by a known key/)
  expect((await verified(database, [], [AUDIT_KEY, FOREIGN_KEY])).problem).toBeNull()
})

test('removes old entries by policy with a signed record, and verification accepts exactly that', async () => {
  await writeEntries(database, 60)
  const outside = (await checkpointsOf(database)).slice(-1)
  const now = START + 30 * DAY + 20 * MINUTE
  expect(await removeOldEntries(database, AUDIT_KEY, { days: 30, now })).toBe(20)
  expect(await removeOldEntries(database, AUDIT_KEY, { days: 30, now })).toBe(0)
  await chainEntries(database, AUDIT_KEY, now)
  expect(await verified(database, outside)).toEqual({ problem: null, removed: 20, last: 61, unchained: [] })
  await removeOldEntries(database, AUDIT_KEY, { days: 30, now: now + 10 * MINUTE })
  await chainEntries(database, AUDIT_KEY, now + 10 * MINUTE)
  expect(await verified(database, outside)).toEqual({ problem: null, removed: 30, last: 62, unchained: [] })
  await run('DELETE FROM audit WHERE entry_no = 31')
  expect((await verified(database)).problem).toBe('Entry 31 is missing.')
})

test('an entry stays as long as an earlier one of the chain is younger', async () => {
  const rowAt = (now: number) => ({ now, username: null, address: '', action: 'x', subject: {}, status: 200 })
  for (const days of [1, 40, 20, 30]) {
    await withWriteLock(database, (connection) => insertAuditRow(connection, rowAt(START + days * DAY)))
  }
  await chainEntries(database, AUDIT_KEY, START)
  expect(await removeOldEntries(database, AUDIT_KEY, { days: 5, now: START + 40 * DAY })).toBe(1)
  expect(await removeOldEntries(database, AUDIT_KEY, { days: 5, now: START + 46 * DAY })).toBe(3)
  await chainEntries(database, AUDIT_KEY, START)
  expect(await verified(database)).toMatchObject({ problem: null, removed: 4, last: 6 })
})
