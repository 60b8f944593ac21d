import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { variableEdit, variableEditDecide, variableEdits, variableLookup, variableSearch } from '#contract/variables.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let admin: WireCall
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  admin = await server.callAs('admin')
})

const EDIT = {
  variable_name: 'MOOD_LOW',
  question: 'Felt despondent',
  values: { '1': 'Yes, so' },
  comment: 'As printed',
}

async function propose(edit: object = EDIT): Promise<number> {
  const result: unknown = valueOf(await admin(variableEdit, { ...EDIT, ...edit }))
  return typeof result === 'object' && result !== null && 'edit_id' in result ? Number(result.edit_id) : 0
}

async function editsOf(variable_name = 'MOOD_LOW') {
  return valueOf(await admin(variableEdits, { variable_name })).data
}

async function moodLow() {
  return valueOf(await admin(variableLookup, { variable_names: ['MOOD_LOW'] })).data[0]
}

test('applies an approved edit, updates the search and records administrator, time and old text', async () => {
  const edit_id = await propose()
  expect(await editsOf()).toEqual([
    {
      edit_id,
      variable_name: 'MOOD_LOW',
      state: 'queued',
      changes: { question: 'Felt despondent', values: { '1': 'Yes, so' } },
      replaced: null,
      comment: 'As printed',
      made_by: 'admin',
      made_at: '2024-01-01T00:00:00Z',
      decided_by: null,
      decided_at: null,
      decision_comment: '',
    },
  ])
  expect((await moodLow())?.question).toBe('Felt low for two weeks')

  server.clock.now += 60_000
  expect(await admin(variableEditDecide, { edit_id, approve: true, comment: 'Right' })).toMatchObject({ ok: true })
  expect(await moodLow()).toMatchObject({ question: 'Felt despondent', value_mapping: { '0': 'No', '1': 'Yes, so' } })
  expect(await editsOf()).toMatchObject([
    {
      state: 'approved',
      replaced: { question: 'Felt low for two weeks', values: { '1': 'Yes' } },
      decided_by: 'admin',
      decided_at: '2024-01-01T00:01:00Z',
      decision_comment: 'Right',
    },
  ])
  const found = valueOf(await admin(variableSearch, { searchstring: 'despondent', searchtype: 'question' })).data
  expect(found.map((hit) => hit.variable_name)).toEqual(['MOOD_LOW'])
  // The codebook is redrawn from the catalog.
  const [contributor] = (await moodLow())?.contributors ?? []
  expect(contributor).toMatchObject({ PDF_file: 'mood-1.pdf' })
  expect(Number(contributor?.PDF_page)).toBeGreaterThan(0)
})

test('a rejected edit changes nothing and keeps its comments', async () => {
  const before = await moodLow()
  const edit_id = await propose({ question: 'Nonsense' })
  expect(await admin(variableEditDecide, { edit_id, approve: false, comment: 'Not so' })).toMatchObject({ ok: true })
  expect(await moodLow()).toEqual(before)
  const [edit] = await editsOf()
  expect(edit).toMatchObject({ state: 'rejected', comment: 'As printed', decision_comment: 'Not so', replaced: null })
})

test('refuses a decision without permission, on an unknown edit, or a second time', async () => {
  const edit_id = await propose({ question: 'Once' })
  const researcher = await server.callAs('researcher')
  expect(await researcher(variableEdits, {})).toMatchObject({ status: 403 })
  expect(await researcher(variableEditDecide, { edit_id, approve: true })).toMatchObject({ status: 403 })
  expect(await admin(variableEditDecide, { edit_id: 999_999, approve: true })).toMatchObject({ status: 404 })
  expect(await admin(variableEditDecide, { edit_id, approve: true })).toMatchObject({ ok: true })
  expect(await admin(variableEditDecide, { edit_id, approve: false })).toMatchObject({
    status: 409,
    serverMessage: 'This edit was approved already.',
  })
  const anonymous = await server.callAs()
  expect(await anonymous(variableEdits, {})).toMatchObject({ status: 401 })
})

test('refuses an edit of values that the variable does not have', async () => {
  const unknown = { variable_name: 'MOOD_LOW', values: { '7': 'Seven' }, comment: 'x' }
  expect(await admin(variableEdit, unknown)).toMatchObject({ status: 422, serverMessage: '7 is no value of MOOD_LOW.' })
})

test('refuses the second of two concurrent decisions', async () => {
  const edit_id = await propose({ question: 'Twice' })
  const results = await Promise.all([
    admin(variableEditDecide, { edit_id, approve: true }),
    admin(variableEditDecide, { edit_id, approve: false }),
  ])
  expect(results.map((result) => (result.ok ? 200 : result.status)).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('audits a decision with user, edit and outcome', async () => {
  const edit_id = await propose({ question: 'Written' })
  await admin(variableEditDecide, { edit_id, approve: false })
  const connection = await server.database.connect()
  const rows = await storedRows(
    connection,
    `SELECT username, subject, status FROM audit WHERE action = 'POST /variable/edits/decide' AND subject LIKE '%${edit_id}%'`,
  )
  connection.close()
  expect(rows).toEqual([['admin', `{"edit_id":${edit_id}}`, 200]])
})

test('only queues edits without the capability', async () => {
  const plain = await createTestServer({ capabilities: [] })
  const ask = await plain.callAs('admin')
  expect(await ask(variableEdit, EDIT)).toMatchObject({ ok: true })
  expect(await ask(variableEdits, {})).toMatchObject({ status: 404 })
  expect(await ask(variableEditDecide, { edit_id: 1, approve: true })).toMatchObject({ status: 404 })
  plain.close()
})
