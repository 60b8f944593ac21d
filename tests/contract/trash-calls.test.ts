import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { audit } from '#contract/audit.ts'
import { cohortDelete, cohortInfo, cohortNew, cohortSummary } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructDelete, constructInfo } from '#contract/custom-variables.ts'
import { projectDelete, projectInfo, projectNew, projectSetCurrent } from '#contract/projects.ts'
import { trashInfo, trashRestore, type TrashKind } from '#contract/trash.ts'
import { variableSetDelete, variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import { DUPLICATE_COHORT_NAME, DUPLICATE_VARIABLE_NAME } from '#domain/messages.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { deleteAccounts } from '#server/store/accounts/accounts.ts'
import { emptyOldTrash } from '#server/store/retention.ts'
import { TRASH_TABLES } from '#server/store/trash/trash.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADULTS, AGE_GROUP } from '#tests/support/wire-drafts.ts'

const DAY = 24 * 60 * 60_000

let server: TestServer
let call: WireCall
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('researcher')
})
afterAll(() => server.close())

const newCohort = async (more: object = {}) => valueOf(await call(cohortNew, { ...ADULTS, ...more })).new_cohort_id
const deleted = async () => valueOf(await call(trashInfo, {})).data.map(({ kind, name }) => `${kind} ${name}`)
const restore = (kind: TrashKind, id: number) => call(trashRestore, { kind, id })
const cohort = async (cohortid: number) => valueOf(await call(cohortInfo, { cohortid })).cohorts[0]

test('restores a deleted cohort under its id with its members', async () => {
  const cohortid = await newCohort()
  const [before, counts] = [await cohort(cohortid), valueOf(await call(cohortSummary, { cohortid }))]
  server.clock.now += 60_000
  valueOf(await call(cohortDelete, { cohortid }))
  expect(await call(cohortInfo, { cohortid })).toMatchObject({ ok: false, status: 404 })
  expect(await call(cohortSummary, { cohortid })).toMatchObject({ ok: false, status: 404 })
  const deleted_at = new Date(server.clock.now).toISOString()
  const until = new Date(server.clock.now + 30 * DAY).toISOString()
  expect(valueOf(await call(trashInfo, {})).data).toEqual([
    {
      kind: 'cohort',
      id: cohortid,
      name: 'Adults',
      definition: 'AGE > 18',
      projectid: 1,
      deleted_at: deleted_at,
      restorable_until: until,
    },
  ])

  valueOf(await restore('cohort', cohortid))
  expect(await cohort(cohortid)).toEqual(before)
  expect(valueOf(await call(cohortSummary, { cohortid }))).toEqual(counts)
  expect(await deleted()).toEqual([])
  expect(await restore('cohort', cohortid)).toMatchObject({ ok: false, status: 404 })
  valueOf(await call(cohortDelete, { cohortid }))
})

test('shows and restores only what the user deleted', async () => {
  const cohortid = await newCohort({ name: 'Mine' })
  valueOf(await call(cohortDelete, { cohortid }))
  const other = await server.callAs('admin')
  expect(valueOf(await other(trashInfo, {})).data).toEqual([])
  expect(await other(trashRestore, { kind: 'cohort', id: cohortid })).toMatchObject({ ok: false, status: 404 })
  expect(await deleted()).toContain('cohort Mine')
})

test('refuses to restore beside a new object of the same name', async () => {
  const first = await newCohort({ name: 'Twice' })
  valueOf(await call(cohortDelete, { cohortid: first }))
  const second = await newCohort({ name: 'twice' })
  expect(await restore('cohort', first)).toMatchObject({ status: 409, serverMessage: DUPLICATE_COHORT_NAME })
  valueOf(await call(cohortDelete, { cohortid: second }))
  valueOf(await restore('cohort', first))

  const { constructid } = valueOf(await call(constructNew, AGE_GROUP))
  valueOf(await call(constructDelete, { constructid }))
  const { constructid: again } = valueOf(await call(constructNew, AGE_GROUP))
  expect(await restore('construct', constructid)).toMatchObject({
    status: 409,
    serverMessage: DUPLICATE_VARIABLE_NAME,
  })
  valueOf(await call(constructDelete, { constructid: again }))
})

test('names what has to be restored first: a parent cohort, a custom variable', async () => {
  const { constructid } = valueOf(await call(constructNew, { ...AGE_GROUP, name: 'AGE_BANDS' }))
  const parentId = await newCohort({ name: 'Parent' })
  const condition = { variable: 'AGE_BANDS', constraint_type: 'EQ', constraint_value: 'older' }
  const child = await newCohort({ parent_id: parentId, name: 'Child', ...condition })
  const set = valueOf(await call(variableSetNew, { name: 'Bands', variables: ['AGE_BANDS'] })).id
  for (const cohortid of [child, parentId]) valueOf(await call(cohortDelete, { cohortid }))
  valueOf(await call(variableSetDelete, { varsetid: set }))
  valueOf(await call(constructDelete, { constructid }))

  const refusal = (words: string) => ({ status: 409, serverMessage: words })
  const parent = 'It is based on the cohort “Parent”, which is deleted. First restore that.'
  const variable = 'It is based on the variable “AGE_BANDS”, which is deleted. First restore that.'
  expect(await restore('cohort', child)).toMatchObject(refusal(parent))
  valueOf(await restore('cohort', parentId))
  expect(await restore('cohort', child)).toMatchObject(refusal(variable))
  expect(await restore('varset', set)).toMatchObject(refusal(variable))
  expect(await deleted()).toContain('cohort Child')
  valueOf(await restore('construct', constructid))
  valueOf(await restore('cohort', child))
  valueOf(await restore('varset', set))
  expect(valueOf(await call(constructInfo, { constructid })).custom_vars).toMatchObject([{ name: 'AGE_BANDS' }])
  expect(valueOf(await call(variableSetInfo, { varsetid: set })).variablesets).toMatchObject([
    { name: 'Bands', variables: ['AGE_BANDS'] },
  ])
})

test('refuses to restore on another variable of the same name', async () => {
  const draft = { ...AGE_GROUP, name: 'AGE_SPAN' }
  const { constructid } = valueOf(await call(constructNew, draft))
  const condition = { variable: 'AGE_SPAN', constraint_type: 'EQ', constraint_value: 'older' }
  const cohortid = await newCohort({ name: 'Span', ...condition })
  const set = valueOf(await call(variableSetNew, { name: 'Spans', variables: ['AGE_SPAN', 'AGE'] })).id
  valueOf(await call(cohortDelete, { cohortid }))
  valueOf(await call(variableSetDelete, { varsetid: set }))
  valueOf(await call(constructDelete, { constructid }))
  const { constructid: other } = valueOf(await call(constructNew, draft))
  const refusal = {
    status: 409,
    serverMessage: 'It is based on a deleted variable “AGE_SPAN”. Another variable has that name now.',
  }
  expect(await restore('cohort', cohortid)).toMatchObject(refusal)
  expect(await restore('varset', set)).toMatchObject(refusal)
  valueOf(await call(constructDelete, { constructid: other }))
  valueOf(await restore('construct', constructid))
  valueOf(await restore('cohort', cohortid))
  valueOf(await restore('varset', set))
})

test('restores a project with all that was deleted with it', async () => {
  const projectid = valueOf(await call(projectNew, { name: 'Fears', description: '' })).new_project_id
  const before = await newCohort({ name: 'Deleted before' })
  valueOf(await call(cohortDelete, { cohortid: before }))
  server.clock.now += 1000
  const parentId = await newCohort({ name: 'Old' })
  const child = await newCohort({ name: 'Older', parent_id: parentId })
  const { constructid } = valueOf(await call(constructNew, { ...AGE_GROUP, name: 'AGE_OF_FEAR' }))
  const set = valueOf(await call(variableSetNew, { name: 'Fears', variables: ['AGE_OF_FEAR', 'AGE'] })).id
  valueOf(await call(projectDelete, { projectid }))
  expect((await deleted()).filter((one) => /Fear|Old|FEAR|before/.test(one))).toEqual([
    'project Fears',
    'cohort Deleted before',
  ])
  expect(await restore('cohort', before)).toMatchObject({
    status: 409,
    serverMessage: 'First restore the project “Fears”.',
  })
  expect(await restore('cohort', parentId)).toMatchObject({ status: 404 })

  valueOf(await restore('project', projectid))
  expect(valueOf(await call(projectInfo, { projectid })).projects).toMatchObject([{ name: 'Fears' }])
  expect(await cohort(child)).toMatchObject({ name: 'Older', parent_id: parentId })
  expect(valueOf(await call(constructInfo, { constructid })).custom_vars).toMatchObject([{ name: 'AGE_OF_FEAR' }])
  expect(valueOf(await call(variableSetInfo, { varsetid: set })).variablesets).toMatchObject([{ name: 'Fears' }])
  valueOf(await restore('cohort', before))
  valueOf(await call(projectSetCurrent, { projectid: 1 }))
})

test('audits a restoration with the kind and the name', async () => {
  const cohortid = await newCohort({ name: 'Audited' })
  valueOf(await call(cohortDelete, { cohortid }))
  valueOf(await restore('cohort', cohortid))
  const admin = await server.callAs('admin')
  const { data } = valueOf(await admin(audit, { limit: 10 }))
  expect(data.find(({ action }) => action === 'POST /trash/restore')).toMatchObject({
    username: 'researcher',
    subject: { id: cohortid, kind: 'cohort', name: 'Audited' },
  })
})

const Count = v.object({ count: v.number() })
const sizeOf = async (table: string, where = 'true') => {
  const [row] = await server.database.withConnection((connection) =>
    rowsOf(connection, Count, `SELECT CAST(count(*) AS INTEGER) AS count FROM ${table} WHERE ${where}`),
  )
  return row?.count
}

test('deletes for good after thirty days, with the members', async () => {
  const cohortid = await newCohort({ name: 'Expired' })
  valueOf(await call(cohortDelete, { cohortid }))
  const members = `cohortid = ${cohortid}`
  expect(await sizeOf('cohort_member', members)).toBeGreaterThan(0)
  await emptyOldTrash(server.database, { days: 30, now: server.clock.now + 30 * DAY })
  expect(await sizeOf('cohort_member', members)).toBeGreaterThan(0)
  expect(await emptyOldTrash(server.database, { days: 30, now: server.clock.now + 30 * DAY + 1 })).toBeGreaterThan(0)
  for (const table of TRASH_TABLES) expect(await sizeOf(table)).toBe(0)
  expect(await sizeOf('cohort_member', members)).toBe(0)
  expect(await restore('cohort', cohortid)).toMatchObject({ status: 404 })
})

test('deletes for good without the capability, and has no calls of the trash', async () => {
  const plain = await createTestServer({ holding: server.database, isShared: true, capabilities: [] })
  const call = await plain.callAs('researcher')
  const { new_cohort_id: cohortid } = valueOf(await call(cohortNew, { ...ADULTS, name: 'Gone' }))
  valueOf(await call(cohortDelete, { cohortid }))
  expect(await call(trashInfo, {})).toMatchObject({ ok: false, status: 404 })
  expect(await sizeOf('cohort_member', `cohortid = ${cohortid}`)).toBe(0)
  expect(await sizeOf('deleted_cohort', `cohortid = ${cohortid}`)).toBe(0)
})

test('the tables of deleted rows have the columns of the tables they come from', async () => {
  const Column = v.object({ column_name: v.string(), data_type: v.string() })
  const columnsOf = (table: string) =>
    server.database.withConnection((connection) =>
      rowsOf(
        connection,
        Column,
        `SELECT column_name, data_type FROM information_schema.columns
         WHERE table_name = '${table}' ORDER BY ordinal_position`,
      ),
    )
  for (const table of ['project', 'cohort', 'custom_variable', 'variable_set']) {
    const columns = await columnsOf(table)
    expect(columns.length).toBeGreaterThan(2)
    expect(await columnsOf(`deleted_${table}`)).toEqual(columns)
  }
})

test('an account that is deleted leaves nothing in the trash', async () => {
  const call = await server.callAs('colleague')
  const { new_cohort_id: cohortid } = valueOf(await call(cohortNew, { ...ADULTS, name: 'Left' }))
  valueOf(await call(cohortDelete, { cohortid }))
  const Account = v.object({ account_id: v.number() })
  await server.database.withConnection(async (connection) => {
    const [row] = await rowsOf(connection, Account, `SELECT account_id FROM account WHERE username = 'colleague'`)
    await deleteAccounts(connection, row ? [row.account_id] : [])
  })
  expect(await sizeOf('deleted_cohort', `cohortid = ${cohortid}`)).toBe(0)
  expect(await sizeOf('cohort_member', `cohortid = ${cohortid}`)).toBe(0)
})
