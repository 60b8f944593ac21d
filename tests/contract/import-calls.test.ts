import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWireCall } from '#api/call.ts'
import type { WireCall } from '#api/result.ts'
import { cohortInfo } from '#contract/cohorts.ts'
import {
  importCancel,
  importFile,
  importLeaveOut,
  importNew,
  importProgress,
  importReport,
  importRun,
  importUndo,
} from '#contract/imports.ts'
import { login, userinfo, version } from '#contract/session.ts'
import { variableSearch } from '#contract/variables.ts'
import { API_PREFIX, IMPORT_PIECE_BYTES } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { allRows, wholeDatabase } from '#tests/support/import-folders.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer, PASSWORD, type TestServer, type Username } from '#tests/support/test-server.ts'

let folder: string
let server: TestServer
let fetchAsAdmin: typeof globalThis.fetch
let admin: WireCall
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'import-calls-'))
  const holding = await openTestDatabase(folder)
  await loadStudy(holding, SMALL_STUDY)
  server = await createTestServer({ holding })
  fetchAsAdmin = await server.fetchAs('admin')
  admin = callWith(fetchAsAdmin)
})
afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const callWith = (fetch: typeof globalThis.fetch) => createWireCall({ fetch, onUnauthorized: () => undefined })

const FILES = {
  'mood.csv': 'id,age,mood,seen,site\na,30,1,2001-02-03,Oslo\nb,41,0,2002-03-04,Bergen\nc,52,1,2003-04-05,Oslo\n',
  'dictionary.csv': 'variable,form,section,question,type,values\nmood,mood,,Felt low?,radio,0=No; 1=Yes\n',
}

async function send(fetch: typeof globalThis.fetch, report_id: string, path: string, content: string, offset = 0) {
  const query = new URLSearchParams({ report_id, path, offset: String(offset) })
  return fetch(`${API_PREFIX}${importFile.path}?${query.toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: content,
  })
}

/** Uploads files; returns the report id. */
async function sendAll(files: Readonly<Record<string, string>> = FILES): Promise<string> {
  const { report_id } = valueOf(await admin(importNew, {}))
  for (const [path, content] of Object.entries(files)) {
    expect((await send(fetchAsAdmin, report_id, path, content)).status).toBe(200)
  }
  return report_id
}

const reportOn = async (request: v.InferInput<typeof importReport.input>) => valueOf(await admin(importReport, request))

/** Waits for the outcome of an import. */
async function outcome() {
  return expect
    .poll(async () => valueOf(await admin(importProgress, {})))
    .toMatchObject({ state: expect.stringMatching(/^(imported|failed|none)$/) })
    .then(async () => valueOf(await admin(importProgress, {})))
}

const audited = async () =>
  (await allRows(server.database, `SELECT action, status, username FROM audit WHERE action LIKE '%import%'`)).map(
    ({ action, status, username }) => [action, status, username],
  )

/** Uploaded files that remain. */
const leftOver = () => (existsSync(join(folder, 'scratch')) ? readdirSync(join(folder, 'scratch')) : [])

const dataOf = async () => {
  const { audit: _audit, session: _session, ...data } = await wholeDatabase(server.database)
  return data
}

test('uploads, reads, corrects and imports files in place of synthetic data, and deletes them', async () => {
  const report_id = await sendAll()
  const before = await dataOf()
  const report = await reportOn({ report_id })
  expect(report).toMatchObject({
    can_run: true,
    individuals: 3,
    forms: [{ file: 'mood.csv', rows: 3, variables: 4, observations: 12 }],
    columns: ['variable', 'form', 'section', 'question', 'type', 'values', 'id', 'age', 'mood', 'seen', 'site'],
    replaces: { individuals: SMALL_STUDY.participants.length },
    needs_password: false,
  })
  expect(report.variables.map(({ variable_name, data_type, reason }) => [variable_name, data_type, reason])).toEqual([
    ['AGE', 'numberrange', 'all answers are numbers'],
    ['MOOD', 'categorical', null],
    ['SEEN', 'date', 'all answers are dates'],
    ['SITE', 'text', '2 distinct among 3 answers'],
  ])
  expect(report.variables[1]).toMatchObject({
    question: 'Felt low?',
    values: [
      ['0', 'No'],
      ['1', 'Yes'],
    ],
    value_count: 2,
    observations: 3,
  })
  const types = { SITE: 'categorical', AGE: 'date' } as const
  const again = await reportOn({ report_id, types })
  expect(again.variables[0]).toMatchObject({
    data_type: 'numberrange',
    reason: 'date was chosen, but "30" is none; all answers are numbers',
  })
  expect(again.variables[3]).toMatchObject({
    data_type: 'categorical',
    reason: null,
    values: [
      ['Bergen', ''],
      ['Oslo', ''],
    ],
  })
  expect(await dataOf()).toEqual(before)

  expect(await admin(importRun, { report_id, types, collection: 'sz' })).toMatchObject({ ok: true })
  expect(await outcome()).toMatchObject({
    state: 'imported',
    individuals: 3,
    variables: 4,
    replaced: SMALL_STUDY.participants.length,
  })
  expect(valueOf(await admin(version, {})).stats).toMatchObject({ individuals: 3, collections: 1 })
  const hits = valueOf(await admin(variableSearch, { searchstring: '', searchtype: 'question' })).data
  expect(hits.map(({ variable_name, data_type }) => [variable_name, data_type])).toContainEqual(['SITE', 'categorical'])
  expect(valueOf(await admin(cohortInfo, { cohortid: 1 })).cohorts).toMatchObject([
    { rowcount: 3, collections: ['sz'] },
  ])
  await expect.poll(leftOver).toEqual([])
  expect(await audited()).toEqual([
    ['POST /import/new', 200, 'admin'],
    ['POST /import/report', 200, 'admin'],
    ['POST /import/report', 200, 'admin'],
    ['POST /import/run', 200, 'admin'],
  ])
  expect(await admin(importReport, { report_id })).toMatchObject({ status: 404 })

  const more = await sendAll({ 'more.csv': 'id,height\nd,180\n' })
  expect(await reportOn({ report_id: more })).toMatchObject({ can_run: true, replaces: null })
})

test('only administrators may import, and only their own uploads', async () => {
  const report_id = await sendAll()
  const roles: readonly Username[] = ['researcher', 'newcomer']
  for (const role of roles) {
    const call = await server.callAs(role)
    for (const refused of [
      await call(importNew, {}),
      await call(importReport, { report_id }),
      await call(importRun, { report_id }),
      await call(importProgress, {}),
      await call(importCancel, {}),
      await call(importUndo, {}),
    ]) {
      expect(refused).toMatchObject({ status: 403, serverMessage: 'Only an administrator may import data.' })
    }
    expect((await send(await server.fetchAs(role), report_id, 'x.csv', 'id\n1\n')).status).toBe(403)
  }
  expect(await admin(importReport, { report_id: 'other' })).toMatchObject({ status: 404 })
  expect((await send(fetchAsAdmin, 'other', 'x.csv', 'id\n1\n')).status).toBe(404)
  expect(valueOf(await admin(importProgress, {}))).toMatchObject({ report_id, state: 'receiving' })
})

const INVALID_PATHS = [
  '../outside.csv',
  'a/../../outside.csv',
  '/etc/passwd',
  '..\\outside.csv',
  'C:\\outside.csv',
  'C:outside.csv',
  'a//b.csv',
  './a.csv',
  '.hidden',
  'a/.git/config',
  '',
  'a\u0000.csv',
  'a\n.csv',
  `${'x'.repeat(600)}.csv`,
  `${'x'.repeat(300)}.csv`,
]

test('refuses invalid paths and paths outside the upload folder', async () => {
  const { report_id } = valueOf(await admin(importNew, {}))
  for (const path of INVALID_PATHS) {
    const response = await send(fetchAsAdmin, report_id, path, 'id,age\na,1\n')
    expect([path, response.status, Object.keys(await response.json())]).toEqual([path, 422, ['message', 'issues']])
  }
  const [only] = leftOver()
  expect(readdirSync(join(folder, 'scratch', String(only)))).toEqual([])
  expect(readdirSync(folder).filter((name) => !name.startsWith('diver.duckdb'))).toEqual(['scratch'])
})

test('accepts several files, in folders and in consecutive chunks', async () => {
  const report_id = await sendAll({
    'participants.tsv': 'participant_id\tage\nsub-1\t30\n',
    'phenotype/mood.tsv': 'participant_id\tlow\nsub-1\t1\n',
  })
  expect((await send(fetchAsAdmin, report_id, 'phenotype', 'x')).status).toBe(422)
  expect((await send(fetchAsAdmin, report_id, 'participants.tsv/x.tsv', 'x')).status).toBe(422)
  const early = await send(fetchAsAdmin, report_id, 'participants.tsv', 'sub-2\t40\n', 5)
  expect([early.status, await early.json()]).toEqual([409, { message: 'The file has 28 bytes so far.' }])
  expect(await (await send(fetchAsAdmin, report_id, 'participants.tsv', 'sub-2\t40\n', 28)).json()).toEqual({
    size: 37,
  })
  expect(await reportOn({ report_id })).toMatchObject({ can_run: true, individuals: 2 })
  const large = await send(fetchAsAdmin, report_id, 'large.csv', 'x'.repeat(IMPORT_PIECE_BYTES + 1))
  expect(large.status).toBe(413)
})

test('reports blocking problems by file and line with a remedy and imports nothing', async () => {
  const report_id = await sendAll({ 'visits.csv': 'who,visit,score\na,1,3\na,2,4\nb,1,5\n' })
  expect(await reportOn({ report_id })).toMatchObject({
    can_run: false,
    needs_id: true,
    problems: [{ kind: 'stops', file: 'visits.csv', line: 1, text: 'No column identifies the individual of a row.' }],
    columns: ['who', 'visit', 'score'],
  })
  const map = { id: 'who' }
  const repeated = await reportOn({ report_id, map })
  expect(repeated).toMatchObject({ can_run: false, can_skip: true, needs_id: false })
  expect(repeated.problems).toMatchObject([{ kind: 'stops', file: 'visits.csv', line: 3 }])
  expect(await reportOn({ report_id, map, skip_bad_rows: true })).toMatchObject({
    can_run: true,
    individuals: 2,
    problems: [{ kind: 'left-out', line: 3 }],
  })
  const wide = await reportOn({ report_id, map, repeat: 'wide' })
  expect(wide.variables.map(({ variable_name }) => variable_name)).toEqual(['VISIT_1', 'SCORE_1', 'VISIT_2', 'SCORE_2'])

  const before = await dataOf()
  expect(await admin(importRun, { report_id, map })).toMatchObject({ ok: true })
  expect(await outcome()).toMatchObject({ state: 'failed', problems: [{ file: 'visits.csv', line: 3 }] })
  expect(await dataOf()).toEqual(before)
  expect((await audited()).at(-1)).toEqual(['POST /import/run', 422, 'admin'])
  // The files remain for another attempt.
  expect(await reportOn({ report_id, map, repeat: 'last' })).toMatchObject({ can_run: true })
})

test('excludes a file from the import on request', async () => {
  const report_id = await sendAll({ ...FILES, 'index.tsv': 'name\tsize\nmood\t3\n' })
  expect(await reportOn({ report_id })).toMatchObject({ can_run: false, problems: [{ file: 'index.tsv' }] })
  expect(await admin(importLeaveOut, { report_id, path: 'index.tsv' })).toMatchObject({ ok: true })
  expect(await reportOn({ report_id })).toMatchObject({ can_run: true, individuals: 3 })
  for (const path of ['index.tsv', '../diver.duckdb', '']) {
    expect(await admin(importLeaveOut, { report_id, path })).toMatchObject({ status: 404 })
  }
  expect(await (await server.callAs('researcher'))(importLeaveOut, { report_id, path: 'mood.csv' })).toMatchObject({
    status: 403,
  })
})

test('refuses a folder without data without disclosing its path', async () => {
  const report_id = await sendAll({ 'notes.txt': 'nothing' })
  const { problems } = await reportOn({ report_id })
  expect(problems.slice(0, 1)).toMatchObject([
    { kind: 'stops', file: '', text: expect.stringContaining('This is no data set') },
  ])
  expect(JSON.stringify(problems)).not.toContain(folder)
})

test('a cancelled import changes nothing and deletes its files', async () => {
  const rows = Array.from({ length: 60_000 }, (_, row) => `p${row},${row},${row % 7},text ${row}`)
  const report_id = await sendAll({ 'many.csv': `id,score,mood,words\n${rows.join('\n')}\n` })
  const before = await dataOf()
  expect(await admin(importRun, { report_id })).toMatchObject({ ok: true })
  expect(valueOf(await admin(importProgress, {}))).toMatchObject({ state: 'importing' })
  const refused = await Promise.all([admin(importRun, { report_id }), admin(importNew, {})])
  expect(await admin(importCancel, {})).toMatchObject({ ok: true })
  expect(valueOf(await admin(importProgress, {}))).toMatchObject({ report_id: null, state: 'none' })
  expect(refused).toMatchObject([{ status: 409 }, { status: 409 }])
  expect(await dataOf()).toEqual(before)
  expect(leftOver()).toEqual([])
})

test('new files replace earlier uploads', async () => {
  await sendAll()
  const [first] = leftOver()
  await sendAll({ 'other.csv': 'id,age\nz,1\n' })
  expect(leftOver()).toHaveLength(1)
  expect(leftOver()).not.toContain(first)
})

test('keeps the demo account that gets its own password and deletes the others', async () => {
  await server.database.withConnection((connection) => connection.run(`UPDATE account SET is_demo = TRUE`))
  const elsewhere = await server.callAs('admin')
  const report_id = await sendAll()
  expect(await reportOn({ report_id })).toMatchObject({ needs_password: true })
  expect(await admin(importRun, { report_id })).toMatchObject({ status: 422, issues: [{ path: 'password' }] })
  expect(await admin(importRun, { report_id, password: 'short' })).toMatchObject({ status: 400 })
  expect(await admin(importRun, { report_id, password: 'a password of my own' })).toMatchObject({ ok: true })
  expect(await outcome()).toMatchObject({ state: 'imported' })
  expect(valueOf(await admin(userinfo, {})).current_user).toMatchObject({ username: 'admin' })
  expect(valueOf(await elsewhere(userinfo, {})).current_user).toBeNull()
  const accounts = await allRows(server.database, `SELECT username, is_demo FROM account`)
  expect(accounts).toEqual([{ username: 'admin', is_demo: false }])
  const signIn = (password: string) => callWith(server.newFetch())(login, { username: 'admin', password })
  expect(await signIn(PASSWORD)).toMatchObject({ status: 401 })
  expect(await signIn('a password of my own')).toMatchObject({ ok: true })
})

test('offers no import without the capability', async () => {
  const plain = await createTestServer({ capabilities: [] })
  const call = await plain.callAs('admin')
  expect(await call(importNew, {})).toMatchObject({ status: 404 })
  expect(await call(importProgress, {})).toMatchObject({ status: 404 })
  plain.close()
})

test('reads declared missing codes as missing and refuses invalid ones', async () => {
  const report_id = await sendAll({ 'x.csv': 'id,age,place\na,30,NA\nb,-9,NA\nc,40,Oslo\nd,50,Oslo\n' })
  const reported = async (options: Partial<v.InferInput<typeof importReport.input>>) =>
    (await reportOn({ report_id, ...options })).problems.map(({ text }) => text)
  expect(await reported({})).toEqual([
    '"NA" was read as missing, 2 times.',
    'AGE: "-9" 1 time, apart from the other numbers, was kept: perhaps a missing code.',
  ])
  expect(await reported({ missing: 'age=-9', keep_na: true })).toEqual(['age: read as missing: "-9" 1 time.'])
  expect(await admin(importReport, { report_id, missing: 'age=' })).toMatchObject({ ok: false, status: 400 })
})

test('a later import corrects records on request, and reports it beforehand', async () => {
  const options = { password: 'twelve or more letters' }
  await admin(importRun, { report_id: await sendAll(), ...options })
  expect(await outcome()).toMatchObject({ state: 'imported' })
  const report_id = await sendAll({ 'mood.csv': 'id,age,mood\na,31,1\nz,20,0\n' })
  const refused = await reportOn({ report_id })
  expect([refused.can_run, refused.can_skip, refused.problems.map(({ text }) => text)]).toEqual([
    false,
    true,
    ['a has another record of mood already (AGE 30 → 31).'],
  ])
  const report = await reportOn({ report_id, update: true })
  expect([report.can_run, report.individuals, report.problems.map(({ text }) => text)]).toEqual([
    true,
    1,
    ['Added to mood: 1 new record, 0 records as before, 1 record corrected (such as a: AGE 30 → 31).'],
  ])
  await admin(importRun, { report_id, update: true })
  expect(await outcome()).toMatchObject({ state: 'imported', individuals: 1 })
  expect(await allRows(server.database, `SELECT c1 AS age FROM form_1 ORDER BY individual_no`)).toEqual(
    [31, 41, 52, 20].map((age) => ({ age })),
  )
})

test('maps a column to a variable of another name on request', async () => {
  await admin(importRun, { report_id: await sendAll(), password: 'twelve or more letters' })
  expect(await outcome()).toMatchObject({ state: 'imported' })
  const report_id = await sendAll({ 'visit.csv': 'id,years,weight\ny,31,60\nz,20,70\n' })
  const known = async (same_as: string) =>
    (await reportOn({ report_id, same_as })).variables.map(({ variable_name, is_known }) => [variable_name, is_known])
  expect(await known('')).toEqual([
    ['YEARS', false],
    ['WEIGHT', false],
  ])
  expect(await known('visit:years=AGE')).toEqual([
    ['AGE', true],
    ['WEIGHT', false],
  ])
  expect((await reportOn({ report_id, same_as: 'years=NO_SUCH' })).problems.map(({ text }) => text)).toEqual([
    'years: there is no variable NO_SUCH in the database.',
  ])
  expect(await admin(importReport, { report_id, same_as: 'years' })).toMatchObject({ ok: false, status: 400 })
  await admin(importRun, { report_id, same_as: 'years=AGE' })
  expect(await outcome()).toMatchObject({ state: 'imported', individuals: 2 })
  expect(await allRows(server.database, `SELECT c1 AS age FROM form_1 ORDER BY individual_no`)).toEqual(
    [30, 41, 52, 31, 20].map((age) => ({ age })),
  )
})

test('refuses to undo when there is no import', async () => {
  expect(valueOf(await admin(importProgress, {})).undoable).toBeNull()
  expect(await admin(importUndo, {})).toMatchObject({
    ok: false,
    status: 409,
    serverMessage: 'There is no import that can be undone.',
  })
})
