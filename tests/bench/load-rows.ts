import { setTimeout } from 'node:timers/promises'
import { cohortInfo, cohortPreview } from '#contract/cohorts.ts'
import { variableDistribution, variableLookup, variableSearch } from '#contract/variables.ts'
import { startOnStudy } from '#tests/bench/bench-server.ts'
import { ask } from '#tests/bench/large-rows.ts'
import { BENCH_ACCOUNT, FORMS, VARIABLES_PER_FORM } from '#tests/bench/large-study.ts'
import { percentile, type BenchRow } from '#tests/bench/report.ts'
import { watchEventLoop } from '#tests/bench/watch-event-loop.ts'
import { signIn, valueOf, type ApiSession } from '#tests/support/api-session.ts'

const USERS = 16
const SECONDS = 60
/** Milliseconds of reading a result. */
const READING = 1_500
const TYPING = 120
/** Approximate milliseconds of one user's round. */
const ROUND = 7_000

/** Sixteen users for a minute: search while typing, variables, cohort previews and lists. */
export async function measureLoad(): Promise<BenchRow[]> {
  const eventLoop = watchEventLoop()
  const product = await startOnStudy(undefined, undefined, eventLoop.environment)
  const stretches: BenchRow[] = []
  const results: Results = { previews: [], searches: [], answers: 0, errors: 0 }
  try {
    const sessions: ApiSession[] = []
    // Sequential: concurrent logins of one account are throttled.
    for (let user = 0; user < USERS; user++) {
      sessions.push(await signIn(product.url, BENCH_ACCOUNT.username, BENCH_ACCOUNT.password))
    }
    const begin = Date.now()
    const until = performance.now() + SECONDS * 1_000
    // Staggered starts and words: users in step would all send at once.
    const users = sessions.map(async (session, user) => {
      await setTimeout((user * ROUND) / USERS)
      for (let round = user; performance.now() < until; round++) await workOnce(session, round, results)
    })
    await Promise.all(users)
    stretches.push(eventLoop.rowSince(begin, `beside ${USERS} users`))
  } finally {
    await product.stop()
    eventLoop.remove()
  }
  const with16 = `${USERS} users`
  return [
    { what: `subset preview p95, ${with16}`, value: percentile(results.previews, 0.95), budget: 150, unit: 'ms' },
    { what: `catalog search p95, ${with16}`, value: percentile(results.searches, 0.95), budget: 150, unit: 'ms' },
    { what: `failed requests of ${results.answers}`, value: results.errors, budget: 0, unit: 'calls' },
    ...stretches,
  ]
}

interface Results {
  readonly previews: number[]
  readonly searches: number[]
  answers: number
  errors: number
}

const TEXTS = ['sleep', 'mood weeks', 'worry', 'alcohol onset', 'voices', 'treatment', 'F12']

/** One round of some seconds; each uses another variable. */
async function workOnce(session: ApiSession, round: number, results: Results): Promise<void> {
  const text = TEXTS[round % TEXTS.length] ?? ''
  for (let typed = 1; typed <= text.length; typed++) {
    const searchstring = text.slice(0, typed)
    const asked = { searchstring, searchtype: 'question', facets: true, filter: {}, limit: 100 }
    await timed(results, results.searches, () => ask(session, variableSearch.path, asked))
    await setTimeout(TYPING)
  }
  const form = 1 + ((round * 5) % FORMS)
  const variable = `F${form}_V${(round * 11) % VARIABLES_PER_FORM}`
  await timed(results, [], async () => valueOf(await session.call(variableLookup, { variable_names: [variable] })))
  await timed(results, [], async () =>
    valueOf(await session.call(variableDistribution, { variable_name: variable, cohortids: [1] })),
  )
  await setTimeout(READING)
  for (const asked of [{ constraint_type: 'VALID' }, { constraint_type: 'EQ', constraint_value: '1' }]) {
    const draft = { parent_id: 1, cohort_type: 'subset', variable, ...asked }
    await timed(results, results.previews, () => ask(session, cohortPreview.path, draft))
    await setTimeout(READING)
  }
  await timed(results, [], async () => valueOf(await session.call(cohortInfo, {})))
  await setTimeout(READING)
}

async function timed(results: Results, samples: number[], work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now()
  results.answers++
  try {
    await work()
    samples.push(performance.now() - begun)
  } catch (error) {
    results.errors++
    console.error(error)
  }
}
