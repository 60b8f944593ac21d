import { setTimeout } from 'node:timers/promises'
import { cohortPreview } from '#contract/cohorts.ts'
import { downloadNew } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { variableLookup, variableSearch } from '#contract/variables.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { startOnStudy } from '#tests/bench/bench-server.ts'
import { BENCH_ACCOUNT } from '#tests/bench/large-study.ts'
import { percentile, type BenchRow } from '#tests/bench/report.ts'
import { watchEventLoop } from '#tests/bench/watch-event-loop.ts'
import { watchMemory } from '#tests/bench/watch-memory.ts'
import { signIn, valueOf, type ApiSession } from '#tests/support/api-session.ts'

const USERS = 16
const VARIABLES = 2_000
const QUIET_SECONDS = 10
const SECONDS = 30
const THINKING_MILLISECONDS = 1_000
const MEGABYTE = 1024 * 1024
const SHOWN = 50
/** Maximum milliseconds of a hostile request, as in the fuzz tests. */
const LONGEST_REQUEST = 2_000
const JSON_TYPE = { 'content-type': 'application/json' }

/** Patterns with catastrophic backtracking in other engines, some that expand, and two with too many states. */
const PATTERNS = [
  '(a+)+$',
  '(x+x+)+y',
  '((a{0,40}){0,40})*b',
  '(.*)(.*)(.*)(.*)(.*)[^z]',
  `(${'a?'.repeat(400)}){2}b`,
  String.raw`(\pL?){80}z`,
  '([e-t].{0,10}){60}9',
]

/** One hostile client beside sixteen users: the largest download, hostile patterns and too large bodies at once. */
export async function measureAttack(): Promise<BenchRow[]> {
  const eventLoop = watchEventLoop()
  const product = await startOnStudy(undefined, addUsers, eventLoop.environment)
  const mostMemory = watchMemory(product.pid)
  const stopFlag = { isSet: false }
  try {
    const attacker = await signIn(product.url, BENCH_ACCOUNT.username, BENCH_ACCOUNT.password)
    const users = await sequentially(USERS, (user) => signIn(product.url, `user${user}`, BENCH_ACCOUNT.password))
    // Warm the caches that every user fills first.
    for (const [place, user] of users.entries()) await sendRound(user, place, [])
    const quiet = await simulateUsers(users, QUIET_SECONDS * 1_000)
    const begin = Date.now()
    const attacks = [
      downloadAll(attacker, stopFlag),
      sendPatterns(attacker, stopFlag),
      sendLargeBodies(attacker, stopFlag),
    ] as const
    const samples = await simulateUsers(users, SECONDS * 1_000)
    stopFlag.isSet = true
    const [download, patterns, bodies] = await Promise.all(attacks)
    console.log(
      `${USERS} users made ${samples.length} calls in ${SECONDS} s, beside ${download.megabytes} MB of a download of ` +
        `${VARIABLES} variables, ${patterns.count} patterns and ${bodies.count} bodies of 10 MB.\n` +
        `Median, p95, slowest without it: ${percentileText(quiet)}\nWith it: ${percentileText(samples)}`,
    )
    const times = timesOf(samples)
    const reference = { name: 'without it', value: percentile(timesOf(quiet), 0.95) }
    const beside = `of ${USERS} users beside an attack`
    return [
      { what: `calls ${beside}, the slowest`, value: Math.max(...times), budget: 1_000, unit: 'ms' },
      { what: `calls ${beside}, p95`, value: percentile(times, 0.95), budget: 500, unit: 'ms', reference },
      { what: 'a hostile pattern, the slowest', value: patterns.slowest, budget: LONGEST_REQUEST, unit: 'ms' },
      { what: 'maximum memory of the server', value: mostMemory.stop(), budget: 1_024, unit: 'MB' },
      eventLoop.rowSince(begin, 'beside an attack'),
    ]
  } finally {
    stopFlag.isSet = true
    mostMemory.stop()
    await product.stop()
    eventLoop.remove()
  }
}

export interface Sample {
  readonly what: string
  readonly milliseconds: number
}

interface Attack {
  readonly megabytes: number
  readonly count: number
  readonly slowest: number
}

export interface StopFlag {
  isSet: boolean
}

export async function addUsers(file: string): Promise<void> {
  const database = await openDatabase(file)
  await inTransaction(database, (connection) =>
    connection.run(
      `INSERT INTO account SELECT nextval('id_sequence'), 'user' || n, password_hash, '', '', FALSE, ['bp', 'sz'], FALSE
       FROM account, range(${USERS}) AS numbers(n) WHERE username = '${BENCH_ACCOUNT.username}'`,
    ),
  )
  database.close()
}

export async function sequentially<Made>(count: number, make: (place: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (let place = 0; place < count; place++) made.push(await make(place))
  return made
}

async function timed<Answer>(what: string, samples: Sample[], work: Promise<Answer>): Promise<Answer> {
  const start = performance.now()
  const answer = await work
  samples.push({ what, milliseconds: performance.now() - start })
  return answer
}

export async function simulateUsers(users: readonly ApiSession[], milliseconds: number): Promise<Sample[]> {
  const samples: Sample[] = []
  const end = performance.now() + milliseconds
  const work = async (user: ApiSession, place: number) => {
    await setTimeout((place * THINKING_MILLISECONDS) / USERS)
    for (let turn = place; performance.now() < end; turn++) {
      await sendRound(user, turn, samples)
      await setTimeout(THINKING_MILLISECONDS)
    }
  }
  await Promise.all(users.map(work))
  return samples
}

export async function sendRound({ fetch }: ApiSession, turn: number, samples: Sample[]): Promise<void> {
  const name = `F${1 + (turn % 35)}_V${(turn * 7) % 172}`
  const words = ['sleep', 'mood wo', 'voices', 'tr']
  const search = { searchstring: words[turn % words.length] ?? '', searchtype: 'question', limit: SHOWN }
  const preview = { parent_id: 1, cohort_type: 'subset', variable: name, constraint_type: 'VALID' }
  const ask = async (what: string, path: string, body: object) => {
    const answer = await fetch(`${API_PREFIX}${path}`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${what}: ${answer.status}`)
    await answer.arrayBuffer()
  }
  await timed('search', samples, ask('search', variableSearch.path, search))
  await timed('lookup', samples, ask('lookup', variableLookup.path, { variable_names: [name] }))
  await timed('preview', samples, ask('preview', cohortPreview.path, preview))
}

async function downloadAll({ call, fetch }: ApiSession, stopFlag: StopFlag): Promise<Attack> {
  const variables = Array.from({ length: VARIABLES }, (_, place) => `F${1 + (place % 35)}_V${Math.floor(place / 35)}`)
  const set = valueOf(await call(variableSetNew, { name: 'Everything', variables }))
  let bytes = 0
  let count = 0
  for (; !stopFlag.isSet; count++) {
    const [prepared] = valueOf(await call(downloadNew, { cohortid: 1, varsetid: set.id }))
    const query = `downloadid=${prepared?.download_id ?? ''}&filename=x.csv`
    const reader = (await fetch(`${API_PREFIX}/cohort/downloadstream?${query}`)).body?.getReader()
    for (;;) {
      const piece = await reader?.read()
      if (!piece?.value || stopFlag.isSet) break
      bytes += piece.value.byteLength
    }
    await reader?.cancel()
  }
  return { megabytes: Math.round(bytes / MEGABYTE), count, slowest: 0 }
}

async function sendPatterns({ call }: ApiSession, stopFlag: StopFlag): Promise<Attack> {
  const samples: Sample[] = []
  for (let turn = 0; !stopFlag.isSet; turn++) {
    const pattern = PATTERNS[turn % PATTERNS.length] ?? ''
    const draft = { parent_id: 1, cohort_type: 'subset', constraint_type: 'REGEX' } as const
    await timed(
      pattern,
      samples,
      call(cohortPreview, { ...draft, variable: TEXTS[turn % TEXTS.length] ?? '', constraint_value: pattern }),
    )
  }
  return { megabytes: 0, count: samples.length, slowest: Math.max(...timesOf(samples)) }
}

/** The kind of a column in the large study depends on its index and form; these columns hold text. */
const TEXTS = ['F33_V6', 'F34_V14', 'F35_V3']

async function sendLargeBodies({ fetch }: ApiSession, stopFlag: StopFlag): Promise<Attack> {
  const body = JSON.stringify({ searchstring: 'x'.repeat(10 * MEGABYTE), searchtype: 'question' })
  let count = 0
  for (; !stopFlag.isSet; count++) {
    // The server may close the connection early.
    await fetch(`${API_PREFIX}/variable/search`, { method: 'POST', headers: JSON_TYPE, body }).catch(() => undefined)
    await setTimeout(THINKING_MILLISECONDS)
  }
  return { megabytes: 0, count, slowest: 0 }
}

export function timesOf(samples: readonly Sample[]): number[] {
  return samples.map(({ milliseconds }) => milliseconds)
}

export function percentileText(samples: readonly Sample[]): string {
  const kinds = [...new Set(samples.map(({ what }) => what))]
  return kinds
    .map((kind) => {
      const times = timesOf(samples.filter(({ what }) => what === kind))
      const figures = [percentile(times, 0.5), percentile(times, 0.95), Math.max(...times)]
      return `${kind} ${figures.map(Math.round).join('/')} ms`
    })
    .join(', ')
}
