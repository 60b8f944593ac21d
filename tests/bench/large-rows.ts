import type * as v from 'valibot'
import { cohortNew, cohortPreview } from '#contract/cohorts.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { downloadCompleteness } from '#contract/downloads.ts'
import { type RuleDefinition, rulesPreview } from '#contract/rules.ts'
import { variableSummary } from '#contract/summaries.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { variableDistribution, variableSearch } from '#contract/variables.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { benchDatabase, serveBench } from '#tests/bench/bench-server.ts'
import { measureDescription } from '#tests/bench/describe-rows.ts'
import { measureFile } from '#tests/bench/file-rows.ts'
import { BENCH_ACCOUNT, FORMS, largeStudyFile } from '#tests/bench/large-study.ts'
import { measurePictures } from '#tests/bench/picture-rows.ts'
import { noiseOf, percentile, timings, type BenchRow } from '#tests/bench/report.ts'
import { signIn, valueOf, type ApiSession } from '#tests/support/api-session.ts'
import { storedRows } from '#tests/support/stored-rows.ts'

const RUNS = 40
const TURNS = 4
/** A variable with numbers. */
const NUMBER = 'F35_V18'

/** The server over HTTP at the target size; each row beside the bare query in the same run. */
export async function measureLargeStudy(): Promise<BenchRow[]> {
  const { database, folder, remove } = await benchDatabase(await largeStudyFile())
  const server = await serveBench(database, folder)
  try {
    const bare = await database.connect()
    const session = await signIn(server.address, BENCH_ACCOUNT.username, BENCH_ACCOUNT.password)
    return [
      await measureSubset(session, bare),
      await measureCompound(session, bare),
      await measurePedigree(session, bare),
      await measureCustom(session, bare),
      await measureRules(session, '10 rules, one of them changed, preview p95', 50, (run) => flatRules(10, run)),
      await measureRules(session, '50 rules nested five deep, one of them changed, preview p95', 150, nestedRules),
      await measureSearch(session),
      await measureSummary(session),
      await measureCompleteness(session),
      ...(await measureDescription(session)),
      ...(await measurePictures(session)),
      ...(await measureFile({ session, bare, folder, address: server.address, preview: previewSubset })),
    ]
  } finally {
    await server.stop()
    remove()
  }
}

async function row(
  what: string,
  budget: number,
  work: (run: number) => Promise<unknown>,
  bare?: () => Promise<unknown>,
): Promise<BenchRow> {
  const samples: number[][] = []
  const bareSamples: number[][] = []
  // Alternating, so that other load affects both equally.
  for (let turn = 0; turn < TURNS; turn++) {
    samples.push(await timings(RUNS / TURNS, work))
    if (bare) bareSamples.push(await timings(RUNS / TURNS, bare))
  }
  const value = percentile(samples.flat(), 0.95)
  const reference = { name: 'bare query', value: percentile(bareSamples.flat(), 0.95), ratio: 1 }
  return { what, value, budget, unit: 'ms', noise: noiseOf(samples), ...(bare && { reference }) }
}

const ROOT = { parent_id: 1 } as const
const BY_ORIGIN = 'collection, consent, study_id, dx_nimh'

export async function previewSubset(session: ApiSession): Promise<void> {
  const test = { variable: 'F20_V3', constraint_type: 'NEQ', constraint_value: '1' }
  await ask(session, cohortPreview.path, { ...ROOT, cohort_type: 'subset', ...test })
}

function measureSubset(session: ApiSession, bare: Connection): Promise<BenchRow> {
  return row(
    'subset preview with its split p95',
    10,
    () => previewSubset(session),
    () =>
      storedRows(
        bare,
        // The response contains the split, so the bare query has to visit all individuals too.
        `SELECT v3, f.individual_no IS NULL, ${BY_ORIGIN}, count(*)
         FROM individual LEFT JOIN bench_form_20 f USING (individual_no) GROUP BY ALL`,
      ),
  )
}

/** Live editing: each request has one condition that was not read before. */
function measureRules(
  session: ApiSession,
  what: string,
  budget: number,
  rulesOf: (run: number) => RuleGroupInput,
): Promise<BenchRow> {
  let turn = 0
  return row(what, budget, async () => {
    const rules = { version: 1 as const, ...rulesOf(turn++) }
    valueOf(await session.call(rulesPreview, { ...ROOT, rules }))
  })
}

type RuleGroupInput = Omit<v.InferInput<typeof RuleDefinition>, 'version'>

/** Of a number, as on the page of a variable: bars and statistics. */
function measureSummary({ call }: ApiSession): Promise<BenchRow> {
  const asked = { variable_name: NUMBER, cohortids: [1] }
  return row('distribution of a number with its statistics p95', 50, async () => {
    const answers = await Promise.all([call(variableDistribution, asked), call(variableSummary, asked)])
    for (const answer of answers) if (!answer.ok) throw new Error(answer.message)
  })
}

async function measureCompleteness({ call }: ApiSession): Promise<BenchRow> {
  const variables = Array.from({ length: 300 }, (_, place) => `F${1 + (place % FORMS)}_V${Math.floor(place / FORMS)}`)
  const { id: varsetid } = valueOf(await call(variableSetNew, { name: 'Completeness', variables }))
  return row('completeness of 300 variables of 35 forms p95', 2_000, async () => {
    valueOf(await call(downloadCompleteness, { cohortid: 1, varsetid }))
  })
}

/** The first condition differs in each run. */
function conditionAt(place: number, run: number) {
  const form = 1 + (place % 30)
  const codes = place === 0 ? [`x${run}`, '1'] : [String(1 + Math.floor(place / 30))]
  return { variable_name: `F${form}_V${(8 * form) % 19}`, constraint_type: 'ANYOF', constraint_values: codes }
}

function flatRules(count: number, run: number): RuleGroupInput {
  const rules = Array.from({ length: count }, (_, place) => conditionAt(place, run))
  return { match: 'atLeast', count: 3, rules }
}

function nestedRules(run: number): RuleGroupInput {
  const matches = ['any', 'none', 'atLeast', 'all', 'any'] as const
  return matches.reduce<RuleGroupInput>(
    (inner, match, level) => {
      const ruleList = Array.from({ length: 10 }, (_, nth) => conditionAt(level * 10 + nth, run))
      return { match, count: 2, rules: level === 0 ? ruleList : [...ruleList, inner] }
    },
    { match: 'all', rules: [] },
  )
}

async function measureCompound(session: ApiSession, bare: Connection): Promise<BenchRow> {
  const save = async (name: string, variable: string, value: string) => {
    const draft = { ...ROOT, cohort_type: 'subset' as const, name, variable, constraint_type: 'NEQ' }
    return valueOf(await session.call(cohortNew, { ...draft, constraint_value: value })).new_cohort_id
  }
  const first = await save('First', 'F20_V3', '1')
  const second = await save('Second', 'F30_V4', '2')
  const draft = {
    parent_id: first,
    secondparent_id: second,
    cohort_type: 'compound',
    constraint_type: 'UNION',
  } as const
  return row(
    'compound preview p95',
    10,
    () => ask(session, cohortPreview.path, draft),
    () =>
      storedRows(
        bare,
        `SELECT ${BY_ORIGIN}, count(*) FROM individual WHERE individual_no IN (
           SELECT individual_no FROM cohort_member WHERE cohortid IN (${first}, ${second})) GROUP BY ALL`,
      ),
  )
}

function measurePedigree(session: ApiSession, bare: Connection): Promise<BenchRow> {
  const draft = { ...ROOT, cohort_type: 'pedigree', ped_constraint: 'min', ped_constraint_count: 2 } as const
  const affected = { variable: 'F30_V4', constraint_type: 'EQ', constraint_value: '1', min_pedsize: 3 }
  return row(
    'pedigree preview p95',
    100,
    () => ask(session, cohortPreview.path, { ...draft, ...affected }),
    () =>
      storedRows(
        bare,
        `WITH family AS (
           SELECT family_id FROM individual LEFT JOIN bench_form_30 USING (individual_no) GROUP BY family_id
           HAVING count(*) >= 3 AND count(*) FILTER (v4 = '1') >= 2)
         SELECT collection, count(DISTINCT family_id), count(*), count(*) FILTER (v4 = '1')
         FROM individual JOIN family USING (family_id) LEFT JOIN bench_form_30 USING (individual_no)
         GROUP BY collection`,
      ),
  )
}

function measureCustom(session: ApiSession, bare: Connection): Promise<BenchRow> {
  const variables = Array.from({ length: 10 }, (_, place) => `F${place * 3 + 3}_V1`)
  const values = ['0', '1', '2', '3'].map((code) => ({
    name: `value_${code}`,
    definition: {
      relationship: 'OR' as const,
      constraints: variables.map((variable_name) => ({ variable_name, constraint_type: 'VALID' })),
    },
  }))
  const tables = variables.map((_, place) => `bench_form_${place * 3 + 3}`)
  return row(
    'custom variable over 10 sources p95',
    150,
    () => ask(session, constructPreview.path, { construct_type: 'multiple', variables, values }),
    () =>
      storedRows(
        bare,
        `SELECT (${tables.map((table) => `${table}.v1 IS NOT NULL`).join(' OR ')}) AS value, count(*)
         FROM individual ${tables.map((table) => `LEFT JOIN ${table} USING (individual_no)`).join(' ')} GROUP BY 1`,
      ),
  )
}

export async function ask({ fetch }: ApiSession, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`/api/v0${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
}

function measureSearch(session: ApiSession): Promise<BenchRow> {
  const texts = ['sle', 'mood', 'worry al', 'question 12', 'F3', 'voices onset weeks']
  return row('catalog search, API response p95', 30, async (run) => {
    await ask(session, variableSearch.path, { searchstring: texts[run % texts.length], searchtype: 'question' })
  })
}
