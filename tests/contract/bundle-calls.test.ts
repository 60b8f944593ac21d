import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_PREFIX } from '#domain/limits.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { sql } from '#server/platform/db/sql.ts'
import { BUNDLE_VARIABLES, prepareBundle } from '#tests/support/bundle.ts'
import { filesOf, textOf } from '#tests/support/read-zip.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

async function get(username: Username, path: string): Promise<Response> {
  return (await server.fetchAs(username))(`${API_PREFIX}/cohort/${path}`)
}

async function bundle(username: Username, downloadId: string, codes = ''): Promise<Map<string, Uint8Array>> {
  const response = await get(username, `download/bundle?downloadid=${downloadId}${codes}`)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="Either-All kinds.zip"')
  return filesOf(new Uint8Array(await response.arrayBuffer()))
}

async function parquetRows(bytes: Uint8Array | undefined): Promise<Record<string, string | number | null>[]> {
  const folder = mkdtempSync(join(tmpdir(), 'diver-parquet-'))
  const file = join(folder, 'data.parquet')
  writeFileSync(file, bytes ?? new Uint8Array())
  const reader = await openDatabase(':memory:')
  try {
    return await rowsOf(
      await reader.connect(),
      v.record(v.string(), v.nullable(v.union([v.string(), v.number()]))),
      sql`SELECT * FROM read_parquet(${file})`,
    )
  } finally {
    reader.close()
    rmSync(folder, { recursive: true })
  }
}

let downloadId: string
let files: Map<string, Uint8Array>
beforeAll(async () => {
  downloadId = await prepareBundle(await server.callAs('researcher'))
  files = await bundle('researcher', downloadId)
})

test('contains the same bytes as the CSV download, with matching checksums', async () => {
  const csv = await (await get('researcher', `downloadstream?downloadid=${downloadId}&filename=x.csv`)).text()
  expect(textOf(files, 'data.csv')).toBe(csv)
  const sums = textOf(files, 'SHA256SUMS').trimEnd().split('\n')
  // The checksums come last, so an archive with them is complete.
  expect([...sums.map((line) => line.split('  ')[1]), 'SHA256SUMS']).toEqual([...files.keys()])
  for (const line of sums) {
    const [sum, name = ''] = line.split('  ')
    expect([
      name,
      createHash('sha256')
        .update(files.get(name) ?? '')
        .digest('hex'),
    ]).toEqual([name, sum])
  }
})

test('the Parquet file has the rows of the CSV, with numeric columns', async () => {
  const rows: Record<string, string>[] = parse(textOf(files, 'data.csv'), { columns: true })
  const asText = (await parquetRows(files.get('data.parquet'))).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? '' : String(value)])),
  )
  expect(asText).toEqual(rows)
  expect((await parquetRows(files.get('data.parquet')))[0]).toMatchObject({ individual_id: 'P01', AGE: 52 })
})

test('replaces codes by labels on request', async () => {
  const labelled = await bundle('researcher', downloadId, '&codes=labels')
  const rows: Record<string, string>[] = parse(textOf(labelled, 'data.csv'), { columns: true })
  expect(rows[0]).toMatchObject({
    MARITAL: 'Married',
    SMOKER: 'Yes',
    SYMPTOMS: 'Sleep;Appetite',
    AGE_GROUP: 'From 44 on',
  })
  expect(rows[0]).toMatchObject({ NOTES: 'Says "hello", twice', AGE: '52', MOOD_LOW: 'Yes' })
  const sidecar: unknown = JSON.parse(textOf(labelled, 'data.json'))
  expect(sidecar).toMatchObject({ MARITAL: { Levels: { Married: 'code 1' } } })
  expect((await parquetRows(labelled.get('data.parquet')))[0]).toMatchObject({ MARITAL: 'Married' })
})

test('describes the columns as REDCap and BIDS dictionaries', () => {
  const rows: Record<string, string>[] = parse(textOf(files, 'data-dictionary.csv'), { columns: true })
  expect(Object.keys(rows[0] ?? {})).toHaveLength(18)
  const header = textOf(files, 'data.csv').split('\r\n')[0]?.split(',')
  expect(rows.map((row) => row['Variable / Field Name'])).toEqual(header)
  expect(rows.find((row) => row['Variable / Field Name'] === 'MARITAL')).toMatchObject({
    'Form Name': 'intake_1',
    'Field Type': 'radio',
    'Choices, Calculations, OR Slider Labels': '1, Married | 2, Divorced | 3, Never married',
  })
  expect(rows.find((row) => row['Variable / Field Name'] === 'HOSPITAL_ID')).toMatchObject({ 'Identifier?': 'y' })
  expect(rows.find((row) => row['Variable / Field Name'] === 'dx_nimh')).toMatchObject({
    'Field Label': expect.stringMatching(/^Diagnosis\. .*not an answer to a form\.$/),
    'Field Note': expect.stringMatching(/^Values: .+; .+/),
  })
  const sidecar: unknown = JSON.parse(textOf(files, 'data.json'))
  expect(sidecar).toMatchObject({
    AGE: { Description: 'How old are you?' },
    MARITAL: { Levels: { '1': 'Married', '2': 'Divorced', '3': 'Never married' } },
    AGE_GROUP: { Levels: { old: 'From 44 on' } },
  })
})

test('contains a PLINK phenotype file: cases 2, missing NA', () => {
  const lines = textOf(files, 'phenotype.txt')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  expect(lines[0]).toEqual(['FID', 'IID', 'AGE', 'MARITAL', 'SMOKER', 'MOOD_LOW', 'AGE_GROUP'])
  expect(lines.slice(1)).toEqual([
    ['F1', 'P01', '52', 'C_1', '2', '2', 'C_old'],
    ['F1', 'P02', '50', 'C_1', 'NA', 'NA', 'C_old'],
    ['F2', 'P04', '61.5', 'C_2', '2', 'NA', 'C_old'],
    ['F3', 'P06', '44', 'C_2', 'NA', '2', 'C_old'],
    ['F3', 'P07', 'NA', 'C_3', '2', 'NA', 'NA'],
  ])
})

test('documents how the rows were selected, with members kept, removed and added at each step', () => {
  const definitions: unknown = JSON.parse(textOf(files, 'definitions.json'))
  expect(definitions).toMatchObject({
    rows: 5,
    excluded: [{ collection: 'au', count: 1 }],
    variable_set: { name: 'All kinds', variables: BUNDLE_VARIABLES },
    cohort: [
      { name: 'All Individuals', count: 12, kept: null },
      {
        name: 'Adults',
        count: 5,
        kept: 5,
        left: 7,
        added: 0,
        variable_name: 'AGE',
        constraint_type: 'GTE',
        constraint_values: ['18'],
      },
      { name: 'Smokers', count: 3, kept: 3, left: 9, constraint_type: 'VALID' },
      { name: 'Either', count: 6, kept: 5, left: 0, added: 1, words: 'In Adults or in Smokers.' },
    ],
    custom_variables: [{ variable_name: 'AGE_GROUP', construct_type: 'downcode', variables: ['AGE'] }],
    versions: { diverapp: '1.0.0', diverweb: '0.50.3' },
  })
  const readme = textOf(files, 'README.txt')
  expect(readme).toContain(
    '2. Adults: Members of All Individuals for whom AGE is greater than or equal to 18. 5 individuals; of All Individuals: 5 kept, 7 left, 0 added.',
  )
  expect(readme).toContain('5. Access: left out for want of it 1 of au.')
  expect(readme).toContain('old: AGE is greater than or equal to 44')
  expect(textOf(files, 'load.R')).toContain('numbers <- c("AGE")')
  expect(textOf(files, 'load.py')).toContain('numbers = ["AGE"]')
})

test('is restricted to users who can read the rows, is audited, and requires its capability', async () => {
  expect((await get('admin', `download/bundle?downloadid=${downloadId}`)).status).toBe(404)
  expect((await get('researcher', `download/bundle?downloadid=${downloadId}&codes=colours`)).status).toBe(400)
  const connection = await server.database.connect()
  const rows = await rowsOf(
    connection,
    v.object({ username: v.string(), subject: v.string(), status: v.number() }),
    `SELECT username, subject, status FROM audit WHERE action = 'GET /cohort/download/bundle' ORDER BY happened_at`,
  )
  connection.close()
  expect(rows[0]).toMatchObject({ username: 'researcher', status: 200 })
  expect(JSON.parse(rows[0]?.subject ?? '')).toMatchObject({ downloadid: downloadId, collections: ['bp', 'sz'] })
  expect(rows.at(-2)).toMatchObject({ username: 'admin', status: 404 })

  const plain = await createTestServer({ capabilities: [] })
  const fetch = await plain.fetchAs('admin')
  expect((await fetch(`${API_PREFIX}/cohort/download/bundle?downloadid=x`)).status).toBe(404)
  plain.close()
})

test('a cancelled bundle stops its queries and frees its slot', async () => {
  for (let times = 0; times < 12; times++) {
    const response = await get('researcher', `download/bundle?downloadid=${downloadId}`)
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
  }
  expect((await bundle('researcher', downloadId)).size).toBe(files.size)
})
