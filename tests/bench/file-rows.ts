import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { downloadNew } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { BENCH_ACCOUNT } from '#tests/bench/large-study.ts'
import { percentile, timings, type BenchRow } from '#tests/bench/report.ts'
import { signIn, valueOf, type ApiSession } from '#tests/support/api-session.ts'

const COLUMNS_OF_FILE = 300
const COLUMNS = Array.from({ length: COLUMNS_OF_FILE }, (_, place) => ({
  form: 20 + (place % 3),
  column: Math.floor(place / 3),
}))
const REST_MILLISECONDS = 250
const IDLE_SHARE = 0.1
const NANOSECONDS = 1e6
const MEGABYTE = 1e6

export interface FileBench {
  readonly session: ApiSession
  readonly address: string
  readonly bare: Connection
  readonly folder: string
  /** Concurrent requests of other users. */
  readonly preview: (session: ApiSession) => Promise<void>
}

/**
 * A large download, its cost for the server, and the cost of slow downloads for others; beside the database's own
 * export.
 */
export async function measureFile({ session, address, bare, folder, preview }: FileBench): Promise<BenchRow[]> {
  const path = await prepare(session)
  const [whole, first, copied]: number[][] = [[], [], []]
  const memory = watchMemory()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  for (let run = 0; run < 3; run++) {
    const begun = performance.now()
    delay.enable()
    const answer = await session.fetch(path)
    let chunks = 0
    // The header is the first chunk; the first line is in the second.
    for await (const _ of answer.body ?? []) if (++chunks === 2) first?.push(performance.now() - begun)
    delay.disable()
    whole?.push(performance.now() - begun)
    if (run === 0) memory.stop()
    const copyBegun = performance.now()
    await bare.run(copyStatement(join(folder, 'copy.csv')))
    copied?.push(performance.now() - copyBegun)
  }
  const copyTime = percentile(copied ?? [], 0.5)
  const name = 'CSV of 106,466 x 300'
  return [
    {
      what: name,
      value: percentile(whole ?? [], 0.5),
      budget: copyTime / 0.8,
      unit: 'ms',
      reference: { name: "DuckDB's COPY", value: copyTime },
    },
    { what: `${name}, first line`, value: percentile(first ?? [], 0.5), budget: 500, unit: 'ms' },
    { what: `${name}, memory`, value: memory.grown() / MEGABYTE, budget: 200, unit: 'MB' },
    { what: `${name}, event loop p99`, value: delay.percentile(99) / NANOSECONDS, budget: 50, unit: 'ms' },
    await measureBesideSlow(address, bare, preview),
  ]
}

async function prepare(session: ApiSession): Promise<string> {
  const variables = COLUMNS.map(({ form, column }) => `F${form}_V${column}`)
  const set = valueOf(await session.call(variableSetNew, { name: randomUUID(), variables }))
  const [prepared] = valueOf(await session.call(downloadNew, { cohortid: 1, varsetid: set.id }))
  return `/api/v0/cohort/downloadstream?downloadid=${prepared?.download_id ?? ''}&filename=x.csv`
}

function copyStatement(file: string): string {
  return `COPY (
    SELECT individual_id, family_id, collection, study_id, consent, dx_nimh, ${COLUMNS.map(({ form, column }) => `bench_form_${form}.v${column}`).join(', ')}
    FROM individual ${[20, 21, 22].map((form) => `LEFT JOIN bench_form_${form} USING (individual_no)`).join(' ')}
    ORDER BY individual_no) TO '${file}' (HEADER)`
}

/** Previews while four clients of two users stall. */
async function measureBesideSlow(address: string, bare: Connection, preview: FileBench['preview']): Promise<BenchRow> {
  await bare.run(
    sql`INSERT INTO account SELECT nextval('id_sequence'), 'slow', password_hash, '', '', TRUE, collections, FALSE
     FROM account WHERE username = ${BENCH_ACCOUNT.username}`,
  )
  const sessions = await Promise.all(
    [BENCH_ACCOUNT.username, 'slow'].map((username) => signIn(address, username, BENCH_ACCOUNT.password)),
  )
  const readers = []
  for (const session of sessions) {
    for (const path of [await prepare(session), await prepare(session)]) {
      const reader = (await session.fetch(path)).body?.getReader()
      await reader?.read()
      readers.push(reader)
    }
  }
  await waitUntilIdle()
  const [session] = sessions
  const samples = await timings(40, () =>
    session ? preview(session) : Promise.reject(new Error('There is no session.')),
  )
  for (const reader of readers) await reader?.cancel()
  return {
    what: 'subset preview beside four slow downloads p95',
    value: percentile(samples, 0.95),
    budget: 50,
    unit: 'ms',
  }
}

/** Data for stalled clients are produced in bursts; afterwards the process is idle. */
async function waitUntilIdle(): Promise<void> {
  for (;;) {
    const before = process.cpuUsage()
    await setTimeout(REST_MILLISECONDS)
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1_000 < REST_MILLISECONDS * IDLE_SHARE) return
  }
}

/** Growth of the process' memory since the start of the measurement. */
function watchMemory() {
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 10)
  return { stop: () => clearInterval(timer), grown: () => most - before }
}
