import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fileInfo, filesInfo, downloadNew, downloadPreview } from '#contract/downloads.ts'
import { cohortPedigrees } from '#contract/pedigrees.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX, ROOT_COHORT_ID } from '#domain/limits.ts'
import { trace } from '#server/cli/trace.ts'
import { verify } from '#server/cli/verify.ts'
import { pseudonymOf, traceOf } from '#server/engine/sources/pseudonyms.ts'
import { secretKeyInMemory } from '#server/platform/security/secret-key.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { allRows } from '#tests/support/import-folders.ts'
import { FULL, take } from '#tests/support/random-imports.ts'
import { filesOf, textOf } from '#tests/support/read-zip.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import type { Person, Study } from '#tests/support/study.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'

const BUNDLES = fuzzRuns(10)
vi.setConfig({ testTimeout: Math.max(SLOW_TEST_MILLISECONDS, BUNDLES * 2_000) })

const INDIVIDUALS = 300
const ids = Array.from({ length: INDIVIDUALS }, (_, place) => `ID${String(place).padStart(4, '0')}`)

/** Families of three, with parents, and some individuals without a family. */
const participants = ids.map((id, place): Person => {
  const [father = '', mother = ''] = ids.slice(place - (place % 3))
  const isAlone = place >= INDIVIDUALS - 6
  const parents = place % 3 === 2 && !isAlone ? { father, mother } : {}
  return {
    id,
    family: isAlone ? null : `FAM${Math.floor(place / 3)}`,
    ...parents,
    collection: 'bp',
    study: '1',
    sex: 'F',
  }
})
const STUDY: Study = {
  participants,
  forms: [
    {
      instrument: 'INTAKE',
      version: '1',
      variables: [
        { name: 'SCORE', dataType: 'numberrange' },
        { name: 'MOOD', dataType: 'categorical', possibleValues: ['0', '1'] },
        { name: 'NOTES', dataType: 'text' },
      ],
      records: Object.fromEntries(
        ids.map((id, place) => [id, { SCORE: String(place), MOOD: String(place % 2), NOTES: `“${place}”,\nof "it"` }]),
      ),
    },
  ],
}
const VARIABLES = ['SCORE', 'MOOD', 'NOTES']

const SECRET = Buffer.alloc(32, 7)
const traceKey = { read: () => Promise.resolve(SECRET), readOrMake: () => Promise.resolve(SECRET) }
const TRACED = { tracesDownloads: true, traceKey }

let server: TestServer
let folder: string
let varsetid: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'diver-trace-'))
  server = await createTestServer({ study: STUDY, ...TRACED })
  varsetid = valueOf(
    await (
      await server.callAs('researcher')
    )(variableSetNew, { name: 'All', variables: VARIABLES }),
  ).id
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

async function get(path: string, username: Username = 'researcher', testServer = server): Promise<Buffer> {
  const response = await (await testServer.fetchAs(username))(`${API_PREFIX}${path}`)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

async function prepare(): Promise<string> {
  const call = await server.callAs('researcher')
  return valueOf(await call(downloadNew, { cohortid: ROOT_COHORT_ID, varsetid }))[0]?.download_id ?? ''
}
const csvOf = async (id: string) => (await get(`/cohort/downloadstream?downloadid=${id}&filename=a.csv`)).toString()
const bundleOf = async (id: string) => filesOf(await get(`/cohort/download/bundle?downloadid=${id}`))
const rowsOf = (text: string) => v.parse(v.array(v.array(v.string())), parse(text)).slice(1)

const sorted = (rows: readonly (readonly string[])[]) => rows.map((row) => JSON.stringify(row)).toSorted()

/** Runs `npm run trace`. */
async function traced(words: readonly string[], testServer = server) {
  const lines: string[] = []
  await trace(words)({
    database: testServer.database,
    auditKey: secretKeyInMemory(),
    traceKey,
    folder,
    typedBy: 'test',
    signal: new AbortController().signal,
    out: (text) => lines.push(text),
    askPassword: () => Promise.reject(new Error('No password is asked for.')),
  })
  return lines.join('\n')
}

function fileWith(text: string): string {
  const path = join(folder, 'leak')
  writeFileSync(path, text)
  return path
}

test('replaces the ids of individuals and families, orders the rows by key, and alters no other cell', async () => {
  const id = await prepare()
  const key = traceOf(SECRET, id)
  const rows = rowsOf(await csvOf(id))
  const expected = participants.map(({ id: individual, family, collection, study }, place) => [
    pseudonymOf(key, 'individual', individual),
    family === null ? '' : pseudonymOf(key, 'family', family),
    collection,
    study,
    '',
    '',
    String(place),
    String(place % 2),
    `“${place}”,\nof "it"`,
  ])
  expect(sorted(rows)).toEqual(sorted(expected))
  const scores = rows.map((row) => Number(row[6]))
  // By chance 1 of 300 individuals has the neighbour of before.
  expect(scores.filter((score, place) => score + 1 === scores[place + 1]).length).toBeLessThan(20)
})

test('all files of a bundle have the same pseudonyms in the same order, and a signed manifest', async () => {
  const id = await prepare()
  const files = await bundleOf(id)
  const [data, cohort] = [rowsOf(textOf(files, 'data.csv')), rowsOf(textOf(files, 'cohort.csv'))]
  const names = data.map(([name]) => name)
  expect(new Set(names).size).toBe(INDIVIDUALS)
  expect(cohort.map((row) => row[1])).toEqual(names)
  const phenotypes = textOf(files, 'phenotype.txt').trimEnd().split('\n').slice(1)
  expect(phenotypes.map((line) => line.split('\t').slice(0, 3))).toEqual(
    data.map(([name, family, , , , , score]) => [family === '' ? name : family, name, score]),
  )
  writeFileSync(join(folder, 'data.parquet'), files.get('data.parquet') ?? '')
  const other = await openTestDatabase()
  if (other.kind === 'DuckDB') {
    const columns = await allRows(other, `SELECT individual_id, "SCORE" FROM '${join(folder, 'data.parquet')}'`)
    expect(columns).toEqual(data.map(([name, , , , , , score]) => ({ individual_id: name, SCORE: Number(score) })))
  }
  other.close()
  for (const [, bytes] of files) expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/ID\d{4}|FAM\d/)
  const path = join(folder, 'bundle.zip')
  writeFileSync(path, await get(`/cohort/download/bundle?downloadid=${id}`))
  const lines: string[] = []
  await verify([path], { out: (text) => lines.push(text) })
  expect(lines.find((line) => line.startsWith('Signed'))).toMatch(/^Signed by the key [\da-f]{64}: compare/)
})

test('the preview, and files of one prepared download, have the same ids; those of another have different ones', async () => {
  const [one, other] = [await prepare(), await prepare()]
  const text = await csvOf(one)
  expect(await csvOf(one)).toBe(text)
  expect((await get(`/cohort/download?downloadid=${one}&filename=a.csv`)).toString()).toBe(text)
  const idsOf = (csv: string) => new Set(rowsOf(csv).flatMap(([id = '', family = '']) => [id, family]))
  expect(idsOf(textOf(await bundleOf(one), 'data.csv'))).toEqual(idsOf(text))
  const preview = valueOf(await (await server.callAs('researcher'))(downloadPreview, { downloadid: one }))
  expect(preview.data.map(([id]) => idsOf(text).has(String(id)))).toEqual(preview.data.map(() => true))
  expect([...idsOf(await csvOf(other))].filter((id) => id !== '' && idsOf(text).has(id))).toEqual([])
})

test(`names the download of a leaked extract among ${BUNDLES} recorded bundles, with cut columns and moved rows`, async () => {
  const bundles: { readonly id: string; readonly data: string }[] = []
  for (let made = 0; made < BUNDLES; made++) {
    const id = await prepare()
    bundles.push({ id, data: textOf(await bundleOf(id), 'data.csv') })
  }
  for (const place of [0, Math.floor(BUNDLES / 2), BUNDLES - 1]) {
    const leaked = rowsOf(bundles[place]?.data ?? '').slice(50, 250)
    const file = fileWith(
      `${leaked
        .toReversed()
        .map(([id, , , , , , score]) => `${score};${id}`)
        .join('\n')}\n`,
    )
    const [first = '', ...files] = (await traced([file])).split('\n')
    expect(first).toBe('researcher: All Individuals-All.zip: 200 of 200 pseudonyms.')
    const [recorded] = await allRows(
      server.database,
      `SELECT file_id FROM download_file WHERE recipe LIKE '%${bundles[place]?.id ?? ''}%'`,
    )
    expect(files).toEqual([
      expect.stringContaining(`bundle All Individuals-All.zip (${String(recorded?.['file_id'])})`),
    ])
  }
  const families = rowsOf(bundles[1]?.data ?? '').flatMap(([, family]) => family || [])
  expect(await traced([fileWith([...new Set(families)].join(' '))])).toMatch(/: 98 of 98 pseudonyms\./)
})

test('names a download by the audit log, if its record is deleted', async () => {
  const id = await prepare()
  const file = fileWith(await csvOf(id))
  await server.database.withConnection((connection) => connection.run('DELETE FROM download_file'))
  expect(await traced([file])).toBe(
    `researcher: a download of 2024-01-01T00:00:00.000Z that is only in the audit log (${id}): 398 of 398 pseudonyms.`,
  )
})

test('gives an administrator the ids behind pseudonyms, and audits it', async () => {
  const rows = rowsOf(await csvOf(await prepare()))
  const file = fileWith(
    rows
      .slice(0, 3)
      .map(([id]) => id)
      .join('\n'),
  )
  const lines = (await traced(['--ids', file])).split('\n').map((line) => line.split('\t'))
  expect(new Map(lines.map(([pseudonym, id]) => [pseudonym, id]))).toEqual(
    new Map(rows.slice(0, 3).map((row) => [row[0], ids[Number(row[6])]])),
  )
  const audited = await allRows(server.database, `SELECT username, subject FROM audit WHERE action = 'trace ids'`)
  expect(audited).toEqual([{ username: 'test', subject: expect.stringContaining('"pseudonyms":3') }])
  await expect(traced([fileWith('P0123456789abcdef0123')])).rejects.toThrow('1 pseudonym was read; none is')
  await expect(traced([fileWith('ID0001')])).rejects.toThrow('has no pseudonym of a download')
  await expect(traced([join(folder, 'missing')])).rejects.toThrow('missing cannot be read')
  await expect(traced([])).rejects.toThrow('Usage: npm run trace')
})

test('drawings and files of pedigrees name the same pseudonyms of the account', async () => {
  const call = await server.callAs('researcher')
  const pages = await Promise.all(
    [0, 50, 100].map((offset) => call(cohortPedigrees, { cohortid: ROOT_COHORT_ID, offset, limit: 50 })),
  )
  const drawn = pages
    .flatMap((page) => valueOf(page).data)
    .flatMap(({ family_id, members }) =>
      members.map(({ individual_id, father, mother }) => [family_id, individual_id, father ?? '0', mother ?? '0']),
    )
  const fam = (await get(`/cohort/fam?cohortid=${ROOT_COHORT_ID}`)).toString()
  expect(fam).not.toMatch(/ID\d{4}|FAM\d/)
  const lines = fam
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ').slice(0, 4))
  expect(sorted(lines)).toEqual(sorted(drawn))
  expect(lines.filter(([, , father]) => father !== '0')).toHaveLength(98)
  const known = new Set(lines.map(([, id]) => id))
  expect(lines.every(([, , father, mother]) => father === '0' || (known.has(father) && known.has(mother)))).toBe(true)
  const packets = (await get(`/cohort/phenopackets?cohortid=${ROOT_COHORT_ID}`)).toString()
  expect(packets).not.toMatch(/ID\d{4}|FAM\d/)
  const one = (await get(`/cohort/phenopackets?cohortid=${ROOT_COHORT_ID}&member=${lines[0]?.[1] ?? ''}`)).toString()
  expect(JSON.parse(one)).toMatchObject({ id: lines[0]?.[0] })
  expect(await traced([fileWith(fam)])).toBe('researcher: pedigrees of the account: 398 of 398 pseudonyms.')
})

test('a file is made again to the byte, also without TRACE_DOWNLOADS, but not with another key', async () => {
  const holding = await openTestDatabase()
  await take(holding, { visit: { a: FULL, b: FULL, c: { ...FULL, score: '1' }, d: FULL }, later: {} })
  const first = await createTestServer({ holding, ...TRACED })
  const call = await first.callAs('admin')
  const set = valueOf(await call(variableSetNew, { name: 'All', variables: ['VISITSCORE'] })).id
  const id = valueOf(await call(downloadNew, { cohortid: ROOT_COHORT_ID, varsetid: set }))[0]?.download_id ?? ''
  for (const path of [`download/bundle?downloadid=${id}`, `downloadstream?downloadid=${id}&filename=a.csv`]) {
    const bytes = await get(`/cohort/${path}`, 'admin', first)
    const fileid = valueOf(await call(filesInfo, {})).data[0]?.fileid ?? ''
    for (const tracesDownloads of [true, false]) {
      const other = await createTestServer({ holding, isShared: true, traceKey, tracesDownloads })
      const again = await get(`/cohort/download/again?fileid=${fileid}`, 'admin', other)
      expect(again.equals(bytes)).toBe(true)
    }
    const foreign = await createTestServer({ holding, isShared: true, traceKey: secretKeyInMemory() })
    const info = valueOf(await (await foreign.callAs('admin'))(fileInfo, { fileid }))
    expect(info.prevented).toBe('The server no longer has the key of the pseudonyms in this file.')
    first.clock.now += 1_000
  }
  first.close()
})
