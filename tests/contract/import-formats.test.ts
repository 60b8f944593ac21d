import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWireCall } from '#api/call.ts'
import { importFile, importNew, importProgress, importReport, importRun } from '#contract/imports.ts'
import { variableSearch } from '#contract/variables.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { parquetFile } from '#tests/support/parquet-file.ts'
import { savFile } from '#tests/support/sav-file.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { xlsxFile } from '#tests/support/xlsx-file.ts'

let folder: string
let server: TestServer
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'import-formats-'))
  const holding = await openTestDatabase(folder)
  await loadStudy(holding, SMALL_STUDY)
  server = await createTestServer({ holding })
})
afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const COLUMNS = [
  { name: 'id', width: 3 },
  {
    name: 'low',
    label: 'Felt low?',
    levels: [
      [0, 'No'],
      [1, 'Yes'],
    ],
  },
] as const
const SHEETS = [
  {
    name: 'visit',
    rows: [
      ['id', 'seen'],
      ['a', { serial: 45_000, format: 'dd.mm.yyyy' }],
    ],
  },
  {
    name: 'site',
    rows: [
      ['id', 'place'],
      ['b', 'Oslo'],
    ],
  },
]

test('imports SPSS, Excel and Parquet files together', async () => {
  const fetch = await server.fetchAs('admin')
  const admin = createWireCall({ fetch, onUnauthorized: () => undefined })
  const { report_id } = valueOf(await admin(importNew, {}))
  const files = {
    'mood.sav': Uint8Array.from(
      savFile({
        columns: COLUMNS,
        cases: [
          ['a', 1],
          ['b', 0],
        ],
      }),
    ),
    'study.xlsx': xlsxFile(SHEETS),
    'labs.parquet': await parquetFile(`SELECT 'b' AS id, 1.5::DOUBLE AS crp`),
  }
  for (const [path, body] of Object.entries(files)) {
    const query = new URLSearchParams({ report_id, path, offset: '0' })
    const headers = { 'content-type': 'application/octet-stream' }
    const { status } = await fetch(`${API_PREFIX}${importFile.path}?${query.toString()}`, {
      method: 'POST',
      headers,
      body,
    })
    expect(status).toBe(200)
  }
  const report = valueOf(await admin(importReport, { report_id }))
  expect(report).toMatchObject({ can_run: true, individuals: 2 })
  expect(report.forms.map(({ file, observations }) => [file, observations])).toEqual([
    ['labs.parquet', 1],
    ['mood.sav', 2],
    ['study.xlsx/visit', 1],
    ['study.xlsx/site', 1],
  ])
  expect(await admin(importRun, { report_id, collection: 'sz' })).toMatchObject({ ok: true })
  const progress = async () => valueOf(await admin(importProgress, {}))
  await expect.poll(progress).toMatchObject({ state: 'imported', individuals: 2 })
  const found = valueOf(await admin(variableSearch, { searchstring: '', searchtype: 'question' })).data
  expect(new Map(found.map(({ variable_name, data_type }) => [variable_name, data_type]))).toEqual(
    new Map([
      ['CRP', 'numberrange'],
      ['LOW', 'categorical'],
      ['PLACE', 'text'],
      ['SEEN', 'date'],
    ]),
  )
})
