import { setTimeout } from 'node:timers/promises'
import { cohortNew } from '#contract/cohorts.ts'
import { downloadNew } from '#contract/downloads.ts'
import type { VariableHit } from '#contract/shapes/shapes.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { variableSearch } from '#contract/variables.ts'
import { isCategory, isNumber } from '#domain/data-types.ts'
import {
  API_PREFIX,
  COMPLETENESS_VARIABLES_MAX,
  CONSTRAINT_VALUES_MAX,
  CUSTOM_SOURCES_MAX,
  CUSTOM_VALUES_MAX,
  DESCRIBED_AT_ONCE_MAX,
  DESCRIPTION_MAX,
  DISTRIBUTION_BINS_MAX,
  DOWNLOAD_PREVIEW_ROWS_MAX,
  LOOKUP_NAMES_MAX,
  PEDIGREES_AT_ONCE_MAX,
  RELATIVES_GROUPS_MAX,
  RULES_MAX,
  SEARCH_LIMIT_MAX,
  SEARCH_TEXT_MAX,
  SKETCHES_MAX,
} from '#domain/limits.ts'
import { percentile, type BenchRow } from '#tests/bench/report.ts'
import { watchEventLoop } from '#tests/bench/watch-event-loop.ts'
import { signIn, valueOf, type ApiSession } from '#tests/support/api-session.ts'
import { contractCalls } from '#tests/support/contract-calls.ts'
import { startProduct } from '#tests/support/running-product.ts'

/** Each is sent twice: the second finds the caches filled. */
const REPEATS = 2
const ACCOUNTS = ['newcomer', 'admin'] as const
/** The read-ahead of the start and the demo data's own work. */
const SETTLING_MILLISECONDS = 5_000
/** Others need a file, a password, or end the session. */
const NOT_SENT = /^\/(account|import|login|logout|history\/restore|trash\/restore|cohort\/rerun|variable\/edit)/

interface WorstRequest {
  readonly what: string
  readonly path: string
  /** The body of a POST. */
  readonly body?: object
  readonly query?: Readonly<Record<string, string | number>>
  /** It saves something, whose name is unique. */
  readonly isNew?: boolean
  /** A file of all variables takes minutes: it is left after FILE_MILLISECONDS. */
  readonly isFile?: boolean
}

const FILE_MILLISECONDS = 15_000

/**
 * The longest unbroken work of the main thread in each endpoint with its worst permitted input, on synthetic data of
 * DEMO_SCALE (1 by default). `only` selects by a part of the name.
 */
export async function measureEndpoints(only: readonly string[]): Promise<BenchRow[]> {
  const eventLoop = watchEventLoop()
  const environment = { DEMO_SCALE: process.env['DEMO_SCALE'] ?? '1', ...eventLoop.environment }
  const isMade = process.env['MADE_DATA'] !== undefined
  const product = await startProduct({ isFirstStart: !isMade, environment })
  try {
    await product.readyTime
    await setTimeout(SETTLING_MILLISECONDS)
    const longest = new Map<string, BenchRow>()
    const relatives: WorstRequest[] = []
    for (const account of ACCOUNTS) {
      const session = await signIn(product.url, account, 'demo')
      const requests = await worstRequests(session)
      relatives.push(...requests.filter(({ what }) => what.endsWith('preview, relatives')))
      for (const request of requests.filter(({ what }) => only.every((part) => what.includes(part)))) {
        const begin = Date.now()
        const statuses: number[] = []
        for (let turn = 0; turn < REPEATS; turn++) statuses.push(await send(session, request))
        await setTimeout(50)
        const row = eventLoop.rowSince(begin, `in ${request.what}`)
        console.log(`${account} ${request.what}: ${statuses.join(', ')} in ${Date.now() - begin} ms`)
        // A cancelled download may still take time, which is not of the next request.
        if (request.isFile === true) await setTimeout(SETTLING_MILLISECONDS)
        const before = longest.get(request.what)
        if (!before || before.value < row.value) longest.set(request.what, row)
      }
    }
    return [
      ...longest.values(),
      ...(only.every((part) => 'loops'.includes(part)) ? await measureLoops(product.url, relatives) : []),
    ]
  } finally {
    await product.stop()
    eventLoop.remove()
  }
}

/** Saved things have different names. */
let saved = 0

const LOOPS = 4
const LOOP_MILLISECONDS = 15_000

/** The requests of one account beside four loops of an account that may read no collection. */
async function measureLoops(url: string, hostile: readonly WorstRequest[]): Promise<BenchRow[]> {
  const [newcomer, admin] = [await signIn(url, 'newcomer', 'demo'), await signIn(url, 'admin', 'demo')]
  const end = performance.now() + LOOP_MILLISECONDS
  const times: number[] = []
  const loop = async () => {
    while (performance.now() < end) for (const request of hostile) await send(newcomer, request)
  }
  const ask = async () => {
    while (performance.now() < end) {
      const begun = performance.now()
      await send(admin, { what: '', path: '/cohort/summary', query: { cohortid: 1 } })
      times.push(performance.now() - begun)
      await setTimeout(100)
    }
  }
  await Promise.all([...Array.from({ length: LOOPS }, loop), ask()])
  const what = `calls beside ${LOOPS} loops of an account without collections, p95`
  return [{ what, value: percentile(times, 0.95), budget: 500, unit: 'ms' }]
}

/** The status; 0 of a file that was left. */
async function send(
  { fetch }: ApiSession,
  { path, body, query, isNew = false, isFile = false }: WorstRequest,
): Promise<number> {
  const search = query
    ? `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`
    : ''
  // The headers have the length of the file: they may take as long as the file.
  const controller = new AbortController()
  const leaving = isFile ? globalThis.setTimeout(() => controller.abort(), FILE_MILLISECONDS) : undefined
  try {
    const response = await fetch(`${API_PREFIX}${path}${search}`, {
      signal: controller.signal,
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(isNew ? { ...body, name: `BENCH_NEW_${saved++}` } : body),
      }),
    })
    // Read in pieces: a file may be larger than the longest buffer.
    if (response.body) for await (const _ of response.body);
    return response.status
  } catch (error) {
    if (controller.signal.aborted) return 0
    throw error
  } finally {
    clearTimeout(leaving)
  }
}

async function worstRequests(session: ApiSession): Promise<WorstRequest[]> {
  const { call } = session
  const { data: hits } = valueOf(await call(variableSearch, { searchstring: '', searchtype: 'question' }))
  const named = (isOne: (hit: VariableHit) => boolean) =>
    hits.flatMap((hit) => (hit.observations > 0 && isOne(hit) ? [hit.variable_name] : []))
  const categories = named(({ data_type }) => isCategory(data_type))
  const numbers = named(({ data_type }) => isNumber(data_type))
  const texts = named(({ data_type }) => data_type === 'text')
  const any = named(() => true)
  const [category = '', number = '', text = ''] = [categories[0], numbers[0], texts[0]]
  const subset = (variable: string) =>
    ({ parent_id: 1, cohort_type: 'subset', variable, constraint_type: 'VALID' }) as const
  const cohortids = [1]
  for (const variable of any.slice(0, 3)) {
    const name = `Bench ${variable}`
    const made = await call(cohortNew, { ...subset(variable), name })
    if (made.ok) cohortids.push(made.value.new_cohort_id)
  }
  const variables = any.slice(0, COMPLETENESS_VARIABLES_MAX)
  const varsetid = valueOf(await call(variableSetNew, { name: 'Bench', variables })).id
  const prepared = await call(downloadNew, { cohortid: 1, varsetid })
  const downloadid = prepared.ok ? (prepared.value[0]?.download_id ?? '') : ''
  const valid = (variable_name: string) => ({ variable_name, constraint_type: 'VALID' })
  const relatives = { scope: 'firstDegree', comparison: 'equal', count: 1 }
  const rules = (ruleRequest: object) => ({ parent_id: 1, rules: { version: 1, match: 'all', ...ruleRequest } })
  const conditions = any.slice(0, RULES_MAX - 1).map(valid)
  const relativesRules = rules({
    rules: Array.from({ length: RELATIVES_GROUPS_MAX }, (_, place) => ({
      match: 'all',
      relatives,
      rules: [{ ...valid(any[place] ?? ''), constraint_type: 'EXISTS' }],
    })),
  })
  const post = (what: string, path: string, body: object): WorstRequest => ({ what, path, body })
  const save = (what: string, path: string, body: object): WorstRequest => ({ ...post(what, path, body), isNew: true })
  const get = (path: string, query: WorstRequest['query'] = {}): WorstRequest => ({ what: path, path, query })
  const file = (path: string, query: WorstRequest['query']): WorstRequest => ({ ...get(path, query), isFile: true })
  const ofRoot = { cohortid: 1 }
  const last = cohortids.at(-1) ?? 1
  const values = Array.from({ length: CUSTOM_VALUES_MAX }, (_, place) => ({
    name: `v${place}`,
    description: '',
    definition: {
      relationship: 'OR',
      constraints: categories
        .slice(0, 10)
        .map((variable_name) => ({ variable_name, constraint_type: 'EQ', constraint_value: String(place % 10) })),
    },
  }))
  const pedigrees = {
    parent_id: 1,
    cohort_type: 'pedigree',
    variable: category,
    constraint_type: 'EQ',
    constraint_value: '1',
    min_pedsize: 0,
    ped_constraint: 'min',
    ped_constraint_count: 1,
  }
  const construct = { name: 'BENCH', construct_type: 'multiple', defaultValue: '', variables: categories.slice(0, 10) }
  const score = {
    name: 'BENCH',
    construct_type: 'score',
    variables: [],
    values: [],
    formula: `SUM(${numbers.slice(0, CUSTOM_SOURCES_MAX).join(', ')})`,
  }
  const requests = [
    post('/variable/search, words', '/variable/search', {
      searchstring: 'sleep mood '.repeat(SEARCH_TEXT_MAX).slice(0, SEARCH_TEXT_MAX),
      searchtype: 'question',
      facets: true,
      limit: SEARCH_LIMIT_MAX,
    }),
    post('/variable/search, everything', '/variable/search', {
      searchstring: '',
      searchtype: 'question',
      facets: true,
    }),
    post('/variable/search, in a cohort', '/variable/search', {
      searchstring: '',
      searchtype: 'question',
      facets: true,
      filter: { cohortid: last },
      limit: SEARCH_LIMIT_MAX,
    }),
    post('/variable/lookup', '/variable/lookup', {
      variable_names: any.slice(0, LOOKUP_NAMES_MAX),
      limit_cohortid: last,
    }),
    post('/variable/distribution', '/variable/distribution', {
      variable_name: number,
      cohortids,
      bins: DISTRIBUTION_BINS_MAX,
    }),
    post('/variable/sketches', '/variable/sketches', { variable_names: any.slice(0, SKETCHES_MAX) }),
    post('/variable/against', '/variable/against', {
      variable_name: number,
      other_variable_name: numbers[1] ?? number,
    }),
    post('/variable/summary', '/variable/summary', { variable_name: number, cohortids: [1] }),
    get('/variable/similar', { variable_name: category }),
    get('/variable/dictionary', { varsetid, format: 'redcap' }),
    post('/cohort/describe', '/cohort/describe', {
      cohortids,
      variable_names: any.slice(0, DESCRIBED_AT_ONCE_MAX),
      tests: 'medians',
    }),
    post('/cohort/describe/groups', '/cohort/describe/groups', { cohortids: [1], by: category }),
    post('/cohort/overlap', '/cohort/overlap', { cohortids }),
    post('/cohort/preview, values', '/cohort/preview', {
      ...subset(category),
      constraint_type: 'ANYOF',
      constraint_values: Array.from({ length: CONSTRAINT_VALUES_MAX }, (_, place) => String(place)),
    }),
    post('/cohort/preview, pattern', '/cohort/preview', {
      ...subset(text),
      constraint_type: 'REGEX',
      constraint_value: String.raw`(\pL?){80}z`,
    }),
    post('/cohort/preview, pedigrees', '/cohort/preview', pedigrees),
    post('/cohort/preview, compound', '/cohort/preview', {
      parent_id: last,
      secondparent_id: cohortids.at(-2) ?? 1,
      cohort_type: 'compound',
      constraint_type: 'UNION',
    }),
    post('/cohort/rules/preview, conditions', '/cohort/rules/preview', rules({ rules: conditions })),
    post(
      '/cohort/rules/preview, texts',
      '/cohort/rules/preview',
      rules({
        rules: Array.from({ length: RULES_MAX - 1 }, () => ({
          variable_name: text,
          constraint_type: 'STARTS',
          constraint_value: 'a',
        })),
      }),
    ),
    post(
      '/cohort/rules/preview, at least',
      '/cohort/rules/preview',
      rules({ match: 'atLeast', count: Math.floor(conditions.length / 2), rules: conditions }),
    ),
    post('/cohort/rules/preview, relatives', '/cohort/rules/preview', relativesRules),
    post(
      '/cohort/rules/preview, too many',
      '/cohort/rules/preview',
      rules({ rules: Array.from({ length: 40 }, () => ({ match: 'all', rules: conditions })) }),
    ),
    post('/construct/preview, values', '/construct/preview', { ...construct, parent_id: 1, values }),
    post('/construct/preview, nested values', '/construct/preview', {
      ...construct,
      parent_id: 1,
      variables: numbers.slice(0, 10),
      // Each value holds all earlier ones.
      values: values.map(({ name, description }, place) => ({
        name,
        description,
        definition: {
          relationship: 'OR',
          constraints: numbers.slice(0, 10).map((variable_name) => ({
            variable_name,
            constraint_type: 'LTE',
            constraint_value: String(place),
          })),
        },
      })),
    }),
    post('/construct/preview, crossed values', '/construct/preview', {
      ...construct,
      parent_id: 1,
      values,
      cross: categories[11] ?? category,
    }),
    post('/construct/preview, score', '/construct/preview', { ...score, parent_id: 1 }),
    save('/cohort/new, values', '/cohort/new', {
      ...subset(category),
      constraint_type: 'NEQ',
      constraint_value: 'none',
    }),
    save('/cohort/new, pedigrees', '/cohort/new', pedigrees),
    save('/cohort/new, compound', '/cohort/new', {
      parent_id: last,
      secondparent_id: cohortids.at(-2) ?? 1,
      cohort_type: 'compound',
      constraint_type: 'UNION',
    }),
    save('/cohort/rules/new, conditions', '/cohort/rules/new', rules({ match: 'any', rules: conditions })),
    save('/cohort/rules/new, relatives', '/cohort/rules/new', relativesRules),
    save('/construct/new, values', '/construct/new', { ...construct, description: '', values }),
    save('/construct/new, score', '/construct/new', { ...score, description: '' }),
    save('/variableset/new', variableSetNew.path, { variables: any }),
    post('/variableset/edit', '/variableset/edit', { varsetid, variables: any }),
    save('/project/new', '/project/new', { description: 'long '.repeat(DESCRIPTION_MAX / 5).trim() }),
    get('/cohort/pedigrees', { ...ofRoot, limit: PEDIGREES_AT_ONCE_MAX, order: 'affected', trait: category }),
    get('/cohort/fam', { ...ofRoot, filename: 'x.fam' }),
    get('/cohort/phenopackets', { ...ofRoot, filename: 'x.json' }),
    get('/cohort/summary', ofRoot),
    get('/cohort/info'),
    get('/cohort/download/completeness', { ...ofRoot, varsetid }),
    get('/cohort/download/preview', { downloadid, limit: DOWNLOAD_PREVIEW_ROWS_MAX }),
    file('/cohort/downloadstream', { downloadid, filename: 'x.csv', codes: 'labels', dates: 'parts' }),
    file('/cohort/download', { downloadid, filename: 'x.csv' }),
    file('/cohort/download/bundle', { downloadid }),
    get('/cohort/download/syntax', { downloadid, filename: 'x.csv', dates: 'parts' }),
    get('/history', { kind: 'varset', id: varsetid }),
    get('/definition/today', { kind: 'varset', id: varsetid }),
    get('/usage', ofRoot),
  ]
  const sent = new Set(requests.map(({ path }) => path))
  // Reads only: their input is an id or nothing.
  const others = (await contractCalls()).flatMap(({ method, path }) =>
    method === 'GET' && !sent.has(path) && !NOT_SENT.test(path)
      ? [get(path, { cohortid: last, constructid: 1, fileid: 1, downloadid })]
      : [],
  )
  return [...requests, ...others]
}
