import { setTimeout } from 'node:timers/promises'
import { cohortPreview } from '#contract/cohorts.ts'
import { variableLookup, variableSearch } from '#contract/variables.ts'
import { residentMegabytes } from '#tests/bench/bench-server.ts'
import { prepareDownloads } from '#tests/bench/download-rounds.ts'
import { percentile, type BenchRow } from '#tests/bench/report.ts'
import { signIn, type ApiSession } from '#tests/support/api-session.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

const THINKING_MILLISECONDS = 500
const SEARCHES = ['sleep', 'mood', 'voices', 'tr']

/** The largest downloads in rounds, beside one working user. On MADE_DATA, or on synthetic data of DEMO_SCALE. */
export async function measureDownloadAttack(rounds: number): Promise<BenchRow[]> {
  const product = await start()
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(product.pid))
  }, 100)
  const work: Work = { isOver: false, times: [], errors: [] }
  try {
    const attack = await prepareDownloads(product.url)
    const working = workOn(await signIn(product.url, 'newcomer', 'demo'), attack.names, work)
    const broken: string[] = []
    let whole = 0
    for (let round = 1; round <= rounds; round++) {
      const begun = performance.now()
      const made = await attack.round()
      whole += made.whole
      broken.push(...made.broken)
      console.log(
        `Round ${round} of ${rounds}: ${Math.round((performance.now() - begun) / 1_000)} s, ` +
          `${work.times.length} calls of the user, ${work.errors.length} failed, ` +
          `slowest ${Math.round(Math.max(...work.times))} ms, ` +
          `memory ${Math.round(memoryOf(product.pid))} MB ${made.broken.join('; ')}`,
      )
    }
    work.isOver = true
    await working
    const beside = `beside ${rounds} rounds of downloads of ${attack.forms} forms`
    console.log(
      `${work.times.length} calls of the user: ${work.errors.join('; ') || 'no errors'}; ${whole} whole files`,
    )
    const isAlive = memoryOf(product.pid) > 0
    return [
      { what: `server ended ${beside}`, value: isAlive ? 0 : 1, budget: 0, unit: 'calls' },
      { what: `failed calls of a user ${beside}`, value: work.errors.length, budget: 0, unit: 'calls' },
      { what: `downloads broken off in ${rounds} rounds`, value: broken.length, budget: 0, unit: 'calls' },
      { what: `calls of a user ${beside}, the slowest`, value: Math.max(...work.times), budget: 1_000, unit: 'ms' },
      { what: `calls of a user ${beside}, p95`, value: percentile(work.times, 0.95), budget: 500, unit: 'ms' },
      { what: 'maximum memory of the server', value: most, budget: 1_024, unit: 'MB' },
    ]
  } finally {
    work.isOver = true
    clearInterval(watch)
    await product.stop()
  }
}

interface Work {
  isOver: boolean
  readonly times: number[]
  readonly errors: string[]
}

async function start(): Promise<RunningProduct> {
  if (process.env['MADE_DATA'] !== undefined) return startProduct()
  const environment = { DEMO_SCALE: process.env['DEMO_SCALE'] ?? '1' }
  const product = await startProduct({ isFirstStart: true, environment })
  await product.readyTime
  return product
}

/** Zero if the process has ended. */
function memoryOf(pid: number): number {
  try {
    return residentMegabytes(pid)
  } catch {
    return 0
  }
}

/** A user who searches, opens a variable and counts by it. */
async function workOn({ call }: ApiSession, names: readonly string[], work: Work): Promise<void> {
  for (let turn = 0; !work.isOver; turn++) {
    const name = names[(turn * 37) % names.length] ?? ''
    const searchstring = SEARCHES[turn % SEARCHES.length] ?? ''
    const preview = { parent_id: 1, cohort_type: 'subset', variable: name, constraint_type: 'VALID' } as const
    const calls = [
      () => call(variableSearch, { searchstring, searchtype: 'question', limit: 50 }),
      () => call(variableLookup, { variable_names: [name] }),
      () => call(cohortPreview, preview),
    ]
    for (const one of calls) {
      const begun = performance.now()
      const answer = await one()
      work.times.push(performance.now() - begun)
      if (!answer.ok) work.errors.push(`${answer.status} ${answer.message}`)
    }
    await setTimeout(THINKING_MILLISECONDS)
  }
}
