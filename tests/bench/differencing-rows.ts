import { cohortPreview } from '#contract/cohorts.ts'
import { variableDistribution } from '#contract/variables.ts'
import {
  addUsers,
  percentileText,
  sendRound,
  sequentially,
  simulateUsers,
  timesOf,
  type StopFlag,
} from '#tests/bench/attack-rows.ts'
import { startOnStudy } from '#tests/bench/bench-server.ts'
import { BENCH_ACCOUNT } from '#tests/bench/large-study.ts'
import { percentile, type BenchRow } from '#tests/bench/report.ts'
import { watchMemory } from '#tests/bench/watch-memory.ts'
import { signIn, type ApiSession } from '#tests/support/api-session.ts'

const USERS = 16
const LOOPS = 4
const QUIET_SECONDS = 10
const SECONDS = 30

/**
 * One account that counts as many slightly different groups as it can, with MIN_CELL, beside sixteen users whose counts
 * pass the same disclosure control.
 */
export async function measureDifferencing(): Promise<BenchRow[]> {
  const product = await startOnStudy(undefined, addUsers, { UNREADABLE_COUNTS: 'suppressed' })
  const mostMemory = watchMemory(product.pid)
  const stopFlag = { isSet: false }
  try {
    const attacker = await signIn(product.url, `user${USERS - 1}`, BENCH_ACCOUNT.password)
    const users = await sequentially(USERS - 1, (user) => signIn(product.url, `user${user}`, BENCH_ACCOUNT.password))
    for (const [place, user] of users.entries()) await sendRound(user, place, [])
    const quiet = await simulateUsers(users, QUIET_SECONDS * 1_000)
    const loops = Array.from({ length: LOOPS }, (_, loop) => countDifferences(attacker, loop, stopFlag))
    const samples = await simulateUsers(users, SECONDS * 1_000)
    stopFlag.isSet = true
    const counted = (await Promise.all(loops)).reduce((sum, count) => sum + count, 0)
    console.log(
      `One account counted ${counted} groups in ${SECONDS} s, beside ${samples.length} calls of ${USERS - 1} users.\n` +
        `Median, p95, slowest without it: ${percentileText(quiet)}\nWith it: ${percentileText(samples)}`,
    )
    const times = timesOf(samples)
    const reference = { name: 'without it', value: percentile(timesOf(quiet), 0.95) }
    const beside = `of ${USERS - 1} users beside a differencing attack`
    return [
      { what: `calls ${beside}, the slowest`, value: Math.max(...times), budget: 1_000, unit: 'ms' },
      { what: `calls ${beside}, p95`, value: percentile(times, 0.95), budget: 500, unit: 'ms', reference },
      { what: 'maximum memory of the server', value: mostMemory.stop(), budget: 1_024, unit: 'MB' },
    ]
  } finally {
    stopFlag.isSet = true
    mostMemory.stop()
    await product.stop()
  }
}

/** Previews whose limit moves by one, and distributions of the variables; the number of responses. */
async function countDifferences({ call }: ApiSession, loop: number, stopFlag: StopFlag): Promise<number> {
  let count = 0
  for (; !stopFlag.isSet; count++) {
    const name = `F${1 + ((loop + 7 * count) % 35)}_V${(loop + count) % 172}`
    const subset = { parent_id: 1, cohort_type: 'subset' } as const
    const preview = {
      ...subset,
      variable: NUMBER,
      constraint_type: 'LTE',
      constraint_value: String(LOOPS * count + loop),
    }
    const answer =
      count % 2 === 0
        ? await call(cohortPreview, preview)
        : await call(variableDistribution, { variable_name: name, cohortids: [1] })
    if (!answer.ok && answer.status >= 500) throw new Error(`${answer.status}: ${answer.message}`)
  }
  return count
}

/** A variable with numbers. */
const NUMBER = 'F35_V18'
