import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { PARTICIPANTS } from '#tests/bench/large-study.ts'
import type { BenchRow } from '#tests/bench/report.ts'
import { watchMemory } from '#tests/bench/watch-memory.ts'
import { savFile } from '#tests/support/sav-file.ts'
import { xlsxFile } from '#tests/support/xlsx-file.ts'

const VARIABLES = 300
const FEW = 10_000
const MEMORY_BUDGET = 1_024

/** Imports by the command line, beside DuckDB's own reading of the same table. */
export async function measureImports(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'diver-imports-'))
  try {
    const path = (format: string) => {
      mkdirSync(join(folder, format), { recursive: true })
      return join(folder, format, `study.${format}`)
    }
    await writeCsv(path('csv'))
    writeFileSync(path('sav'), savOfCodes())
    writeFileSync(path('xlsx'), xlsxFile([{ name: 'study', rows: rowsOfCodes() }]))
    writeRedcap(join(folder, 'redcap'))
    const bare = await readByDuckDb(path('csv'))
    const csv = await importOf(join(folder, 'csv'))
    const [sav, xlsx] = [await importOf(join(folder, 'sav')), await importOf(join(folder, 'xlsx'))]
    const redcap = await importOf(join(folder, 'redcap'), '--repeat', 'wide')
    return [
      {
        what: `import, CSV of ${PARTICIPANTS} x ${VARIABLES}`,
        value: csv.milliseconds,
        budget: 40_000,
        unit: 'ms',
        reference: { name: `read_csv of ${Math.round(statSync(path('csv')).size / 1e6)} MB`, value: bare },
      },
      { what: 'import, memory with this CSV', value: csv.megabytes, budget: MEMORY_BUDGET, unit: 'MB' },
      { what: `import, SPSS of ${FEW} x ${VARIABLES}`, value: sav.milliseconds, budget: 8_000, unit: 'ms' },
      { what: `import, Excel of ${FEW} x ${VARIABLES}`, value: xlsx.milliseconds, budget: 12_000, unit: 'ms' },
      { what: `import, REDCap of ${FEW} x 4 events`, value: redcap.milliseconds, budget: 12_000, unit: 'ms' },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Numbers, codes, days, texts and decimals; a tenth of the cells are blank. */
async function writeCsv(path: string): Promise<void> {
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  const kinds = [
    (r: string) => `CAST(${r} % 4 AS VARCHAR)`,
    (r: string) => `CAST(${r} % 100 AS VARCHAR)`,
    (r: string) => `CAST(DATE '1950-01-01' + CAST(${r} % 20000 AS INTEGER) AS VARCHAR)`,
    (r: string) => `'text ' || ${r} % 500`,
    (r: string) => `CAST(${r} / 100.0 AS VARCHAR)`,
  ]
  const columns = Array.from({ length: VARIABLES }, (_, place) => {
    const random = `(hash(n, ${place}) % 1000003)`
    // Half of the variables of an interview are codes.
    const answer = kinds[place % 10 < 5 ? 0 : (place % 10) - 5]?.(random) ?? "''"
    return `CASE WHEN ${random} % 10 = 9 THEN '' ELSE ${answer} END AS v${place}`
  })
  await connection.run(
    `COPY (SELECT 'P' || lpad(CAST(n AS VARCHAR), 7, '0') AS id, ${columns.join(', ')}
       FROM range(1, ${PARTICIPANTS + 1}) AS numbers(n)) TO '${path}' (HEADER)`,
  )
  connection.closeSync()
  database.closeSync()
}

async function readByDuckDb(path: string): Promise<number> {
  const file = `${path}.duckdb`
  const database = await DuckDBInstance.create(file)
  const connection = await database.connect()
  const start = performance.now()
  await connection.run(`CREATE TABLE study AS SELECT * FROM read_csv('${path}')`)
  const taken = performance.now() - start
  connection.closeSync()
  database.closeSync()
  rmSync(file)
  return taken
}

const codeOf = (row: number, column: number) => (row * 31 + column * 17) % 7

function rowsOfCodes(): (string | number)[][] {
  const header = ['id', ...Array.from({ length: VARIABLES }, (_, column) => `v${column}`)]
  const rows = Array.from({ length: FEW }, (_, row) => [
    `P${row}`,
    ...Array.from({ length: VARIABLES }, (__, column) => codeOf(row, column)),
  ])
  return [header, ...rows]
}

function savOfCodes(): Uint8Array {
  return savFile({
    columns: [
      { name: 'id', width: 8 },
      ...Array.from({ length: VARIABLES }, (_, column) => ({ name: `v${column}`, width: 0 })),
    ],
    cases: rowsOfCodes().slice(1),
  })
}

const EVENTS = ['baseline_arm_1', 'month6_arm_1', 'month12_arm_1', 'month24_arm_1']
const FIELDS = 30

function writeRedcap(folder: string): void {
  mkdirSync(folder)
  const fields = Array.from({ length: FIELDS }, (_, field) => `f${field}`)
  const dictionary = [
    'field_name,form_name,field_type,field_label,select_choices_or_calculations',
    'record_id,base,text,Record,',
    ...fields.map((name) => `${name},visit,radio,Question ${name},"0, No | 1, Yes | 2, Often"`),
  ]
  const records = Array.from({ length: FEW }, (_, row) =>
    EVENTS.map((event) => `${row},${event},${fields.map((__, field) => codeOf(row, field) % 3).join(',')}`),
  )
  writeFileSync(join(folder, 'dictionary.csv'), dictionary.join('\n'))
  writeFileSync(
    join(folder, 'records.csv'),
    [`record_id,redcap_event_name,${fields.join(',')}`, ...records.flat()].join('\n'),
  )
}

/** Milliseconds and peak memory of `npm run import` into an empty folder. */
async function importOf(folder: string, ...options: string[]): Promise<{ milliseconds: number; megabytes: number }> {
  const data = mkdtempSync(join(tmpdir(), 'diver-imported-'))
  const start = performance.now()
  const child = spawn(process.execPath, ['src/server/cli/run.mjs', 'import', folder, ...options], {
    env: { ...process.env, DATA_DIR: data },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const memory = watchMemory(child.pid ?? 0)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  const megabytes = memory.stop()
  rmSync(data, { recursive: true })
  if (code !== 0) throw new Error(`The import of ${folder} failed.`)
  return { milliseconds: performance.now() - start, megabytes }
}
