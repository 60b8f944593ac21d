import { statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type * as v from 'valibot'
import { cohortNew, cohortOverlap, cohortPreview } from '#contract/cohorts.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { downloadNew } from '#contract/downloads.ts'
import { type RuleDefinition, rulesPreview } from '#contract/rules.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { benchDatabase, residentMegabytes, serveBench, startOnStudy } from '#tests/bench/bench-server.ts'
import { answerTimes } from '#tests/bench/catalog-rows.ts'
import { catalogEntries, fillCatalog } from '#tests/bench/catalog-study.ts'
import { growthPicture, type Curve } from '#tests/bench/growth-picture.ts'
import { ask } from '#tests/bench/large-rows.ts'
import { BENCH_ACCOUNT, largeStudyFile, type StudySize } from '#tests/bench/large-study.ts'
import { percentile, timings, type BenchRow } from '#tests/bench/report.ts'
import { signIn, valueOf, type ApiSession } from '#tests/support/api-session.ts'

const SIZES = [100_000, 1_000_000, 10_000_000]
const FORMS = 6
const VARIABLES_PER_FORM = 10
const CATALOGS = [6_000, 25_000, 100_000]
const RUNS = 20
const PICTURE = 'src/guide/pictures/growth.svg'

/** Growth by participants, with budgets for ten million, and by variables; draws the chart of the handbook. */
export async function measureGrowth(participants?: number): Promise<readonly BenchRow[]> {
  if (participants !== undefined) return rowsOf(await withParticipants(participants))
  const growth: Growth[] = []
  for (const size of SIZES) growth.push(await withParticipants(size))
  console.table(growth)
  const byVariables: { variables: number; 'search ms': number }[] = []
  for (const variables of CATALOGS) byVariables.push({ variables, 'search ms': await searchAmong(variables) })
  console.table(byVariables)
  const names = ['download s', 'start ms', 'pedigrees ms', '1 condition ms', 'compound ms', 'memory MB'] as const
  const curves: Curve[] = names.map((name) => ({
    name,
    points: growth.map((row) => [row.participants, row[name]] as const),
  }))
  const search: Curve = {
    name: 'search ms',
    points: byVariables.map((row) => [row.variables, row['search ms']] as const),
  }
  writeFileSync(resolve(PICTURE), growthPicture(curves, search))
  return growth.flatMap((row) => (row.participants === SIZES.at(-1) ? rowsOf(row) : []))
}

/** 95th percentiles of repeated requests, and the times of first ones. */
interface Growth {
  readonly participants: number
  readonly 'file MB': number
  readonly 'start ms': number
  readonly 'first request ms': number
  readonly 'first touch ms': number
  readonly '1 condition ms': number
  readonly '2 conditions ms': number
  readonly '5 conditions ms': number
  readonly 'compound ms': number
  readonly 'first compound ms': number
  readonly 'custom ms': number
  readonly 'first custom ms': number
  readonly 'pedigrees ms': number
  readonly 'first pedigrees ms': number
  readonly 'overlap ms': number
  readonly 'save ms': number
  readonly 'memory MB': number
  readonly 'download s': number
  readonly 'after download MB': number
}

const BUDGETS: readonly (readonly [keyof Growth, number])[] = [
  ['1 condition ms', 50],
  ['2 conditions ms', 50],
  ['5 conditions ms', 50],
  ['first touch ms', 1_000],
  ['compound ms', 20],
  ['pedigrees ms', 150],
  ['memory MB', 2_500],
]

function rowsOf(growth: Growth): BenchRow[] {
  console.table([growth])
  return BUDGETS.map(([name, budget]) => {
    const unit = name.endsWith('MB') ? 'MB' : 'ms'
    return { what: `${growth.participants} participants: ${name}`, value: growth[name], budget, unit }
  })
}

async function withParticipants(participants: number): Promise<Growth> {
  const size: StudySize = { participants, forms: FORMS, variablesPerForm: VARIABLES_PER_FORM }
  const file = await largeStudyFile(size)
  const product = await startOnStudy(size)
  try {
    const session = await signIn(product.url, BENCH_ACCOUNT.username, BENCH_ACCOUNT.password)
    // The first request waits until the individuals are read; the others read only their variable.
    const firstRequest = await timeOf(() => previewCondition(session, AT_START))
    const firstTouches: number[] = []
    for (const condition of FIRST_TOUCHES) {
      firstTouches.push(await timeOf(() => previewCondition(session, condition)))
    }
    const one = await repeated(() => previewCondition(session, FIRST_TOUCHES[0]))
    const two = await repeated(() => previewRules(session, 2))
    const five = await repeated(() => previewRules(session, 5))
    const saves: number[] = []
    const cohorts: number[] = []
    for (const [place, variable] of ['F2_V0', 'F5_V1'].entries()) {
      const begun = performance.now()
      cohorts.push(await saveCohort(session, variable, String(1 + place)))
      saves.push(performance.now() - begun)
    }
    const [first = 1, second = 1] = cohorts
    const compound = await repeated(() => previewCompound(session, first, second))
    await saveCustom(session)
    const custom = await repeated(() => previewCustom(session))
    const pedigrees = await repeated(() => previewPedigrees(session))
    const overlap = await repeated(async () => {
      valueOf(await session.call(cohortOverlap, { cohortids: [first, second] }))
    })
    const memory = residentMegabytes(product.pid)
    const download = await timeOf(() => downloadFile(session))
    return {
      participants,
      'file MB': Math.round(statSync(file).size / 1e6),
      'start ms': Math.round(product.startTime),
      'first request ms': Math.round(firstRequest),
      'first touch ms': Math.round(Math.max(...firstTouches)),
      '1 condition ms': one.again,
      '2 conditions ms': two.again,
      '5 conditions ms': five.again,
      'compound ms': compound.again,
      'first compound ms': compound.first,
      'custom ms': custom.again,
      'first custom ms': custom.first,
      'pedigrees ms': pedigrees.again,
      'first pedigrees ms': pedigrees.first,
      'overlap ms': overlap.again,
      'save ms': Math.round(Math.max(...saves)),
      'memory MB': Math.round(memory),
      'download s': Math.round(download / 100) / 10,
      'after download MB': Math.round(residentMegabytes(product.pid)),
    }
  } finally {
    await product.stop()
  }
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function repeated(work: () => Promise<void>): Promise<{ readonly first: number; readonly again: number }> {
  const first = await timeOf(work)
  return { first: Math.round(first), again: Math.round(percentile(await timings(RUNS, work), 0.95)) }
}

const AT_START = ['F3_V0', 'EQ', '1'] as const

/** A code, a number, a flag and a text. */
const FIRST_TOUCHES = [
  ['F1_V0', 'NEQ', '1'],
  ['F6_V6', 'GT', '50'],
  ['F6_V1', 'EQ', '1'],
  ['F4_V2', 'EQ', 'said "17", then left'],
] as const

function previewCondition(
  session: ApiSession,
  [variable, constraint_type, constraint_value]: (typeof FIRST_TOUCHES)[number] | typeof AT_START,
): Promise<void> {
  const condition = { variable, constraint_type, constraint_value }
  return ask(session, cohortPreview.path, { parent_id: 1, cohort_type: 'subset', ...condition })
}

const CONDITIONS = [
  { variable_name: 'F1_V0', constraint_type: 'EQ', constraint_value: '1' },
  { variable_name: 'F6_V6', constraint_type: 'GTE', constraint_value: '50' },
  { variable_name: 'F2_V0', constraint_type: 'ANYOF', constraint_values: ['1', '2'] },
  { variable_name: 'F5_V1', constraint_type: 'VALID' },
  { variable_name: 'F3_V1', constraint_type: 'NEQ', constraint_value: '3' },
]

async function previewRules(session: ApiSession, count: number): Promise<void> {
  const rules: v.InferInput<typeof RuleDefinition> = { version: 1, match: 'any', rules: CONDITIONS.slice(0, count) }
  valueOf(await session.call(rulesPreview, { parent_id: 1, rules }))
}

async function saveCohort(session: ApiSession, variable: string, value: string): Promise<number> {
  const condition = { variable, constraint_type: 'EQ', constraint_value: value }
  const draft = { name: `${variable} ${value}`, parent_id: 1, cohort_type: 'subset' } as const
  return valueOf(await session.call(cohortNew, { ...draft, ...condition })).new_cohort_id
}

function previewCompound(session: ApiSession, first: number, second: number): Promise<void> {
  const draft = { parent_id: first, secondparent_id: second, cohort_type: 'compound', constraint_type: 'UNION' }
  return ask(session, cohortPreview.path, draft)
}

/** Two values of several variables: all are answered, or one is. */
function valuesOver(variables: readonly string[]) {
  const constraints = variables.map((variable_name) => ({ variable_name, constraint_type: 'VALID' }))
  return (['AND', 'OR'] as const).map((relationship) => ({
    name: relationship,
    definition: { relationship, constraints },
  }))
}

async function saveCustom(session: ApiSession): Promise<void> {
  const variables = ['F1_V0', 'F2_V0', 'F3_V0']
  const draft = { name: 'INNER', defaultValue: 'OR', construct_type: 'multiple', variables } as const
  valueOf(await session.call(constructNew, { ...draft, values: valuesOver(variables) }))
}

function previewCustom(session: ApiSession): Promise<void> {
  const variables = ['INNER', 'F4_V0', 'F5_V0']
  return ask(session, constructPreview.path, {
    construct_type: 'multiple',
    variables,
    values: valuesOver(variables),
  })
}

function previewPedigrees(session: ApiSession): Promise<void> {
  const affected = { variable: 'F3_V0', constraint_type: 'EQ', constraint_value: '1', min_pedsize: 3 }
  const draft = { parent_id: 1, cohort_type: 'pedigree', ped_constraint: 'min', ped_constraint_count: 2 }
  return ask(session, cohortPreview.path, { ...draft, ...affected })
}

async function downloadFile(session: ApiSession): Promise<void> {
  const variables = Array.from(
    { length: FORMS * VARIABLES_PER_FORM },
    (_, place) => `F${1 + (place % FORMS)}_V${Math.floor(place / FORMS)}`,
  )
  const set = valueOf(await session.call(variableSetNew, { name: 'File', variables }))
  const [prepared] = valueOf(await session.call(downloadNew, { cohortid: 1, varsetid: set.id }))
  const query = new URLSearchParams({ downloadid: prepared?.download_id ?? '', filename: 'x.csv' })
  const answer = await session.fetch(`/api/v0/cohort/downloadstream?${query.toString()}`)
  for await (const _ of answer.body ?? []);
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
