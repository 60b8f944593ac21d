import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortDelete, cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { fileInfo, filesInfo, downloadNew } from '#contract/downloads.ts'
import { variableSetDelete, variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX, ROOT_COHORT_ID } from '#domain/limits.ts'
import { readAnswersVersion } from '#server/platform/db/data-version.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { deleteReleasesSince, recordRelease } from '#server/store/releases/releases.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { prepareBundle } from '#tests/support/bundle.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { FULL, imports, take, type Imported } from '#tests/support/random-imports.ts'
import { filesOf, textOf } from '#tests/support/read-zip.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'

const FIRST: Imported = { visit: { b: FULL, c: { ...FULL, score: '1', seen: '' } }, later: { d: FULL } }

async function serve(first: Imported): Promise<TestServer> {
  const holding = await openTestDatabase()
  await take(holding, first)
  return createTestServer({ holding })
}

async function get(server: TestServer, username: Username, path: string): Promise<Response> {
  return (await server.fetchAs(username))(`${API_PREFIX}/cohort/download/${path}`)
}

async function bytesOf(response: Response): Promise<Buffer> {
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const condition = (constraint_type: string, constraint_value: string) => ({
  relationship: 'AND' as const,
  constraints: [{ variable_name: 'VISITSCORE', constraint_type, constraint_value }],
})

/** Prepares downloads of all individuals and of a subset, of each kind of variable and a custom one. */
async function prepare(call: WireCall) {
  valueOf(
    await call(constructNew, {
      construct_type: 'downcode',
      name: 'LEVEL',
      description: '',
      defaultValue: 'low',
      variables: ['VISITSCORE'],
      values: [
        { name: 'top', description: '', definition: condition('GTE', '2') },
        { name: 'low', description: '', definition: condition('LT', '1') },
      ],
    }),
  )
  const fields = ['SCORE', 'SEEN', 'MOOD', 'NOTE'].flatMap((name) => [`VISIT${name}`, `LATER${name}`])
  const varsetid = valueOf(await call(variableSetNew, { name: 'All', variables: [...fields, 'LEVEL'] })).id
  const subset = { parent_id: ROOT_COHORT_ID, cohort_type: 'subset' as const, variable: 'VISITSCORE' }
  const valid = { ...subset, name: 'Answered', constraint_type: 'VALID' }
  const cohortid = valueOf(await call(cohortNew, valid)).new_cohort_id
  const prepared = async (id: number) =>
    valueOf(await call(downloadNew, { cohortid: id, varsetid }))[0]?.download_id ?? ''
  return { cohortid, varsetid, downloads: [await prepared(ROOT_COHORT_ID), await prepared(cohortid)] }
}

const newestFile = async (call: WireCall) => valueOf(await call(filesInfo, {})).data[0]?.fileid ?? ''

test('a file is the same to the byte after later releases, whatever became of its definitions', async () => {
  await fc.assert(
    fc.asyncProperty(imports, fc.constantFrom('csv', 'forms', 'labels', 'codes'), async (later, kind) => {
      const server = await serve(FIRST)
      try {
        const call = await server.callAs('admin')
        const { cohortid, varsetid, downloads } = await prepare(call)
        const files: { readonly fileid: string; readonly bytes: Buffer }[] = []
        for (const records of [null, ...later]) {
          if (records) await take(server.database, records)
          for (const id of downloads) {
            server.clock.now += 1_000
            const forms = kind === 'forms' ? '&codes=labels&dates=parts&bom=yes' : ''
            const isCsv = kind === 'csv' || kind === 'forms'
            const path = isCsv ? `downloadstream` : `download/bundle`
            const query = isCsv ? `filename=a.csv${forms}` : `codes=${kind}`
            const response = await (
              await server.fetchAs('admin')
            )(`${API_PREFIX}/cohort/${path}?downloadid=${id}&${query}`)
            const bytes = await bytesOf(response)
            files.push({ fileid: await newestFile(call), bytes })
          }
        }
        valueOf(await call(cohortDelete, { cohortid }))
        valueOf(await call(variableSetDelete, { varsetid }))
        for (const { fileid, bytes } of files) {
          const again = await bytesOf(await get(server, 'admin', `again?fileid=${fileid}`))
          if (kind === 'csv' || kind === 'forms') expect(again.toString()).toBe(bytes.toString())
          expect(again.equals(bytes)).toBe(true)
          const { file, again: repeated, prevented } = valueOf(await call(fileInfo, { fileid }))
          expect(prevented).toBeNull()
          expect(repeated.map(({ sha256 }) => sha256)).toEqual([file.sha256])
        }
        expect(valueOf(await call(filesInfo, {})).data).toHaveLength(files.length)
      } finally {
        server.close()
      }
    }),
    { numRuns: fuzzRuns(2) },
  )
})

test('a file of each database has the same bytes', async () => {
  const server = await serve(FIRST)
  onTestFinished(() => server.close())
  const { downloads } = await prepare(await server.callAs('admin'))
  await take(server.database, { visit: { c: FULL, e: { ...FULL, score: '-3' } }, later: { b: FULL } })
  const fetch = await server.fetchAs('admin')
  const response = await fetch(`${API_PREFIX}/cohort/downloadstream?downloadid=${downloads[0]}&filename=a.csv`)
  expect((await bytesOf(response)).toString().split('\r\n')).toEqual([
    'individual_id,family_id,collection,study_id,consent,dx_nimh,VISITSCORE,LATERSCORE,VISITSEEN,LATERSEEN,VISITMOOD,LATERMOOD,VISITNOTE,LATERNOTE,LEVEL',
    'b,b,ct,1,,,2.5,2.5,2020-01-02,2020-01-02,low,low,"long, with comma","long, with comma",top',
    'c,c,ct,1,,,2.5,,2020-01-02,,low,,"long, with comma",,top',
    'd,d,ct,1,,,,2.5,,2020-01-02,,low,,"long, with comma",',
    'e,e,ct,1,,,-3,,2020-01-02,,low,,"long, with comma",,low',
    '',
  ])
})

async function smallStudy(): Promise<TestServer> {
  const server = await createTestServer()
  onTestFinished(() => server.close())
  await inTransaction(server.database, (connection) => recordRelease(connection, Date.now()))
  return server
}

test('a repeated file leaves out individuals that the user may no longer read, and says so', async () => {
  const server = await smallStudy()
  const call = await server.callAs('researcher')
  const id = await prepareBundle(call)
  const before = filesOf(await bytesOf(await get(server, 'researcher', `bundle?downloadid=${id}`)))
  const fileid = await newestFile(call)
  expect(valueOf(await call(fileInfo, { fileid }))).toMatchObject({ prevented: null, left_out: [] })
  const readable = async (collections: readonly string[]) =>
    server.database.withConnection((connection) =>
      connection.run(sql`UPDATE account SET collections = ${collections} WHERE username = 'researcher'`),
    )
  await readable(['bp'])
  const lines = textOf(before, 'data.csv').trimEnd().split('\r\n')
  const isOf = (line: string, collection: string) => line.split(',')[2] === collection
  const lost = lines.filter((line) => isOf(line, 'sz')).length
  expect(lost).toBeGreaterThan(0)
  const changed = valueOf(await (await server.callAs('researcher'))(fileInfo, { fileid }))
  expect(changed).toMatchObject({ prevented: null, left_out: [{ collection: 'sz', count: lost }] })
  const after = filesOf(await bytesOf(await get(server, 'researcher', `again?fileid=${fileid}`)))
  expect(textOf(after, 'data.csv').trimEnd().split('\r\n')).toEqual(lines.filter((line) => !isOf(line, 'sz')))
  for (const [name, text] of before) {
    // README, flow and Table 1 count the individuals who are left out.
    const isOther =
      /^(README\.txt|flow\.svg|flow\.tsv|table1\.tsv|data\.csv|cohort\.csv|phenotype\.txt|data\.parquet|ro-crate-metadata\.json|SHA256SUMS)$/.test(
        name,
      )
    expect(Buffer.from(after.get(name) ?? []).equals(Buffer.from(text)), name).toBe(!isOther)
  }
  await readable([])
  const refused = await get(server, 'researcher', `again?fileid=${fileid}`)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ message: 'You may no longer read any individual in this file.' })
})

test('files are private to their user', async () => {
  const server = await smallStudy()
  const call = await server.callAs('researcher')
  const id = await prepareBundle(call)
  await bytesOf(await get(server, 'researcher', `bundle?downloadid=${id}`))
  const fileid = await newestFile(call)
  const other = await server.callAs('admin')
  expect(valueOf(await other(filesInfo, {})).data).toEqual([])
  for (const path of ['file', 'again']) {
    expect((await get(server, 'admin', `${path}?fileid=${fileid}`)).status).toBe(404)
  }
})

test('a file of an undone release cannot be made again', async () => {
  const server = await serve(FIRST)
  onTestFinished(() => server.close())
  const call = await server.callAs('admin')
  const { downloads } = await prepare(call)
  const versionBefore = await server.database.withConnection(readAnswersVersion)
  await take(server.database, { visit: { e: FULL }, later: {} })
  await bytesOf(
    await (
      await server.fetchAs('admin')
    )(`${API_PREFIX}/cohort/downloadstream?downloadid=${downloads[0]}&filename=a.csv`),
  )
  const fileid = await newestFile(call)
  await inTransaction(server.database, (connection) => deleteReleasesSince(connection, versionBefore))
  const refused = await get(server, 'admin', `again?fileid=${fileid}`)
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ message: 'The data release of this file was undone.' })
})

test('a file is recorded before its last byte is sent: a client that knows its length leaves then', async () => {
  const server = await serve(FIRST)
  onTestFinished(() => server.close())
  const call = await server.callAs('admin')
  const { downloads } = await prepare(call)
  const fetch = await server.fetchAs('admin')
  const query = new URLSearchParams({ downloadid: downloads[0] ?? '', filename: 'x.csv' })
  const response = await fetch(`${API_PREFIX}/cohort/download?${query.toString()}`)
  const reader = response.body?.getReader()
  const length = Number(response.headers.get('content-length'))
  expect(length).toBeGreaterThan(0)
  for (let received = 0; received < length;) received += (await reader?.read())?.value?.byteLength ?? 0
  await reader?.cancel()
  expect(valueOf(await call(filesInfo, {})).data).toMatchObject([{ bytes: length }])
})
