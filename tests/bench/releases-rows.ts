import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cohortNew } from '#contract/cohorts.ts'
import { cohortToday } from '#contract/releases.ts'
import { randomFrom } from '#tests/bench/random-from.ts'
import { percentile, timings, type BenchRow } from '#tests/bench/report.ts'
import { signIn, valueOf } from '#tests/support/api-session.ts'
import { startProduct } from '#tests/support/running-product.ts'

const INDIVIDUALS = 106_466
const VARIABLES = 60
const RELEASES = 10
/** Share of the cells that each release corrects. */
const CORRECTED = 0.01
const COHORTS = 5
const RUNS = 20
const ACCOUNT = { username: 'bench', password: 'correct horse battery', collections: ['ct'] }

/** Ten releases with 1 % corrected cells each: time of an import, size of the database, and the changes of a cohort. */
export async function measureReleases(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'diver-releases-'))
  try {
    const folders = await writeReleases(folder)
    const [first = '', second = ''] = folders
    const data = join(folder, 'data')
    await run(data, 'import', first)
    const one = await backupSize(data, join(folder, 'one.duckdb'))
    const changes = await measureChanges(first, second)
    const times: number[] = []
    for (const next of folders.slice(1)) times.push(await run(data, 'import', next, '--update'))
    const ten = await backupSize(data, join(folder, 'ten.duckdb'))
    const verified = await run(data, 'release', 'verify')
    return [
      {
        what: 'release from 1 % corrected cells, slowest import',
        value: Math.max(...times),
        budget: 30_000,
        unit: 'ms',
      },
      {
        what: `${RELEASES} further releases, size of the database as a multiple`,
        value: ten / one,
        budget: 1.5,
        unit: 'x',
      },
      { what: `hashes of ${RELEASES + 1} releases verified`, value: verified, budget: 60_000, unit: 'ms' },
      ...changes,
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The changes of subsets, and of subsets of these, on a second release. */
async function measureChanges(first: string, second: string): Promise<BenchRow[]> {
  const product = await startProduct({ importFolder: first, account: ACCOUNT })
  try {
    const { call } = await signIn(product.url, ACCOUNT.username, ACCOUNT.password)
    const cohorts: number[] = []
    for (let place = 0; place < COHORTS; place++) {
      const number = { variable: `V${place * 3}`, constraint_type: 'GTE', constraint_value: String(30 + place * 10) }
      const draft = { cohort_type: 'subset', description: '' } as const
      const top = valueOf(await call(cohortNew, { ...draft, parent_id: 1, name: `Top ${place}`, ...number }))
      const parent_id = top.new_cohort_id
      const category = { variable: 'V1', constraint_type: 'EQ', constraint_value: 'low' }
      const within = valueOf(await call(cohortNew, { ...draft, parent_id, name: `Within ${place}`, ...category }))
      cohorts.push(parent_id, within.new_cohort_id)
    }
    await run(product.dataFolder, 'import', second, '--update')
    const samples = await timings(RUNS, async (place) => {
      const today = valueOf(await call(cohortToday, { cohortid: cohorts[place % cohorts.length] ?? 1 }))
      if (today.causes.length === 0) throw new Error('The release changed no cohort.')
    })
    return [
      { what: 'changes of a cohort on a later release p95', value: percentile(samples, 0.95), budget: 150, unit: 'ms' },
    ]
  } finally {
    await product.stop()
  }
}

/** Runs a command on a data folder and returns its milliseconds. Not in step: the server would close connections unseen. */
async function run(dataFolder: string, ...words: readonly string[]): Promise<number> {
  const env = { ...process.env, DATA_DIR: dataFolder }
  const start = performance.now()
  await promisify(execFile)('node', ['src/server/cli/run.mjs', ...words], { env })
  return performance.now() - start
}

/** The size of a copy without free blocks. */
async function backupSize(dataFolder: string, file: string): Promise<number> {
  await run(dataFolder, 'backup', file)
  return statSync(file).size
}

/** A folder for each release: all individuals, then those with corrected answers. */
async function writeReleases(folder: string): Promise<string[]> {
  const random = randomFrom(1)
  const below = (bound: number) => Math.floor(random() * bound)
  const cell = (column: number) => {
    if (column % 3 === 0) return String(10 + below(81))
    if (column % 3 === 1) return ['', 'low', 'mid', 'high'][below(4)] ?? ''
    return `${1950 + below(60)}-0${1 + below(9)}-1${below(10)}`
  }
  const columns = Array.from({ length: VARIABLES }, (_, column) => column)
  const rows = Array.from({ length: INDIVIDUALS }, () => columns.map(cell))
  const folders: string[] = []
  const write = async (release: number, places: readonly number[]) => {
    const releaseFolder = join(folder, `release-${release}`)
    await mkdir(releaseFolder)
    const header = ['id', ...columns.map((column) => `v${column}`)].join(',')
    const lines = places.map((place) => [`p${place}`, ...(rows[place] ?? [])].join(','))
    writeFileSync(join(releaseFolder, 'visit.csv'), `${[header, ...lines].join('\n')}\n`)
    folders.push(releaseFolder)
  }
  await write(0, [...rows.keys()])
  for (let release = 1; release <= RELEASES; release++) {
    const corrected = new Set<number>()
    for (let count = 0; count < INDIVIDUALS * VARIABLES * CORRECTED; count++) {
      const [place, column] = [below(INDIVIDUALS), below(VARIABLES)]
      const row = rows[place]
      if (row) row[column] = cell(column)
      corrected.add(place)
    }
    await write(release, [...corrected])
  }
  return folders
}
