import { statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { cohortPreview } from '#contract/cohorts.ts'
import { downloadNew } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { benchDatabase, residentMegabytes, serveBench, startOnStudy } from '#tests/bench/bench-server.ts'
import { answerTimes } from '#tests/bench/catalog-rows.ts'
import { catalogEntries, fillCatalog } from '#tests/bench/catalog-study.ts'
import { growthPicture, type Curve } from '#tests/bench/growth-picture.ts'
import { ask, previewSubset } from '#tests/bench/large-rows.ts'
import { BENCH_ACCOUNT, largeStudyFile, PARTICIPANTS } from '#tests/bench/large-study.ts'
import { percentile, timings, type BenchRow } from '#tests/bench/report.ts'
import { signIn, valueOf, type ApiSession } from '#tests/support/api-session.ts'

const SIZES = [PARTICIPANTS / 10, PARTICIPANTS, PARTICIPANTS * 10].map(Math.round)
const CATALOGS = [6_000, 25_000, 100_000]
const RUNS = 20
const COLUMNS_OF_FILE = 300
const PICTURE = 'src/guide/pictures/growth.svg'

/** Growth by participants and by variables: tables without budgets, and README's chart. */
export async function measureGrowth(): Promise<readonly BenchRow[]> {
  const byParticipants: Growth[] = []
  for (const participants of SIZES) byParticipants.push(await withParticipants(participants))
  console.table(byParticipants)
  const byVariables: { variables: number; 'search ms': number }[] = []
  for (const variables of CATALOGS) byVariables.push({ variables, 'search ms': await searchAmong(variables) })
  console.table(byVariables)
  const names = ['download ms', 'start ms', 'pedigrees ms', 'preview ms', 'file MB', 'after download MB'] as const
  const curves: Curve[] = names.map((name) => ({
    name,
    points: byParticipants.map((row) => [row.participants, row[name]] as const),
  }))
  const search: Curve = {
    name: 'search ms',
    points: byVariables.map((row) => [row.variables, row['search ms']] as const),
  }
  writeFileSync(resolve(PICTURE), growthPicture(curves, search))
  return []
}

interface Growth {
  readonly participants: number
  readonly 'file MB': number
  readonly 'start ms': number
  readonly 'at rest MB': number
  readonly 'preview ms': number
  readonly 'pedigrees ms': number
  readonly 'download ms': number
  readonly 'after download MB': number
}

async function withParticipants(participants: number): Promise<Growth> {
  const file = await largeStudyFile(participants)
  const product = await startOnStudy(participants)
  try {
    const resting = residentMegabytes(product.pid)
    const session = await signIn(product.url, BENCH_ACCOUNT.username, BENCH_ACCOUNT.password)
    const preview = percentile(await timings(RUNS, () => previewSubset(session)), 0.95)
    const pedigrees = percentile(await timings(RUNS, () => previewPedigrees(session)), 0.95)
    const download = await downloadTime(session)
    return {
      participants: participants,
      'file MB': Math.round(statSync(file).size / 1e6),
      'start ms': Math.round(product.startTime),
      'at rest MB': Math.round(resting),
      'preview ms': Math.round(preview),
      'pedigrees ms': Math.round(pedigrees),
      'download ms': Math.round(download),
      'after download MB': Math.round(residentMegabytes(product.pid)),
    }
  } finally {
    await product.stop()
  }
}

function previewPedigrees(session: ApiSession): Promise<void> {
  const affected = { variable: 'F30_V4', constraint_type: 'EQ', constraint_value: '1', min_pedsize: 3 }
  const draft = { parent_id: 1, cohort_type: 'pedigree', ped_constraint: 'min', ped_constraint_count: 2 }
  return ask(session, cohortPreview.path, { ...draft, ...affected })
}

async function downloadTime(session: ApiSession): Promise<number> {
  const variables = Array.from(
    { length: COLUMNS_OF_FILE },
    (_, place) => `F${20 + (place % 3)}_V${Math.floor(place / 3)}`,
  )
  const set = valueOf(await session.call(variableSetNew, { name: 'File', variables }))
  const [prepared] = valueOf(await session.call(downloadNew, { cohortid: 1, varsetid: set.id }))
  const begun = performance.now()
  const query = new URLSearchParams({ downloadid: prepared?.download_id ?? '', filename: 'x.csv' })
  const answer = await session.fetch(`/api/v0/cohort/downloadstream?${query.toString()}`)
  for await (const _ of answer.body ?? []);
  return performance.now() - begun
}

async function searchAmong(variables: number): Promise<number> {
  const { database, folder, remove } = await benchDatabase()
  await fillCatalog(database, catalogEntries(variables))
  const server = await serveBench(database, folder)
  try {
    return Math.round(percentile(await answerTimes(server.address), 0.95))
  } finally {
    await server.stop()
    remove()
  }
}
