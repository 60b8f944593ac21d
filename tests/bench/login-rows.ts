import { setTimeout } from 'node:timers/promises'
import { login } from '#contract/session.ts'
import { API_PREFIX } from '#domain/limits.ts'
import {
  addUsers,
  sendRound,
  sequentially,
  percentileText,
  timesOf,
  simulateUsers,
  type StopFlag,
} from '#tests/bench/attack-rows.ts'
import { startOnStudy } from '#tests/bench/bench-server.ts'
import { BENCH_ACCOUNT } from '#tests/bench/large-study.ts'
import { percentile, type BenchRow } from '#tests/bench/report.ts'
import { watchMemory } from '#tests/bench/watch-memory.ts'
import { signIn } from '#tests/support/api-session.ts'

const USERS = 16
const LOOPS = 64
const QUIET_SECONDS = 10
const SECONDS = 20
const HONEST_LOGINS = 8
const HUGE_LOGINS = 1_200
const HUGE_NAME = 'x'.repeat(1_000_000)
const JSON_TYPE = { 'content-type': 'application/json' }

/** Login attacks without an account: names of 1 MB, and 64 loops of wrong passwords. */
export async function measureLogins(): Promise<BenchRow[]> {
  const product = await startOnStudy(undefined, addUsers)
  const stopFlag = { isSet: false }
  try {
    const users = await sequentially(USERS, (user) => signIn(product.url, `user${user}`, BENCH_ACCOUNT.password))
    for (const [place, user] of users.entries()) await sendRound(user, place, [])
    const quiet = await simulateUsers(users, QUIET_SECONDS * 1_000)

    const loops = Array.from({ length: LOOPS }, (_, loop) => loopOfLogins(product.url, loop, stopFlag))
    const [samples, honest] = await Promise.all([
      simulateUsers(users, SECONDS * 1_000),
      sequentially(HONEST_LOGINS, (turn) => honestLogin(product.url, turn)),
    ])
    stopFlag.isSet = true
    const tried = (await Promise.all(loops)).reduce((sum, count) => sum + count, 0)
    console.log(
      `${LOOPS} loops tried ${tried} logins in ${SECONDS} s, beside ${samples.length} calls of ${USERS} users.\n` +
        `Median, p95, slowest without them: ${percentileText(quiet)}\nWith them: ${percentileText(samples)}`,
    )
    const mostMemory = watchMemory(product.pid)
    await sendHugeNames(product.url)
    const memory = mostMemory.stop()

    const times = timesOf(samples)
    const reference = { name: 'without them', value: percentile(timesOf(quiet), 0.5) }
    const beside = `of ${USERS} users beside ${LOOPS} login loops`
    return [
      { what: `calls ${beside}, median`, value: percentile(times, 0.5), budget: 100, unit: 'ms', reference },
      { what: `calls ${beside}, the slowest`, value: Math.max(...times), budget: 1_000, unit: 'ms' },
      { what: 'a correct login beside them, slowest', value: Math.max(...honest), budget: 5_000, unit: 'ms' },
      { what: `server memory, ${HUGE_LOGINS} logins with names of 1 MB`, value: memory, budget: 1_024, unit: 'MB' },
    ]
  } finally {
    stopFlag.isSet = true
    await product.stop()
  }
}

async function sendHugeNames(url: string): Promise<void> {
  const sendSome = async (sender: number) => {
    for (let turn = 0; turn < HUGE_LOGINS / USERS; turn++) {
      // The server may close the connection early.
      await tryLogin(url, `${HUGE_NAME}${sender}-${turn}`, 'guess').catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: USERS }, (_, sender) => sendSome(sender)))
}

/** Another name each time: the tenth wrong password locks an account. */
async function loopOfLogins(url: string, loop: number, stopFlag: StopFlag): Promise<number> {
  let count = 0
  for (; !stopFlag.isSet; count++) await tryLogin(url, `nobody${loop}-${count}`, 'guess').catch(() => undefined)
  return count
}

/** Milliseconds until a correct login succeeds; after a 429 it is retried as Retry-After says. */
async function honestLogin(url: string, turn: number): Promise<number> {
  await setTimeout(1_000)
  const begun = performance.now()
  for (let tries = 0; tries < 10; tries++) {
    const answer = await tryLogin(url, `user${turn}`, BENCH_ACCOUNT.password)
    if (answer.ok) return performance.now() - begun
    await setTimeout(1_000 * Number(answer.headers.get('retry-after') ?? 1))
  }
  throw new Error('The correct password was refused.')
}

async function tryLogin(url: string, username: string, password: string): Promise<Response> {
  const answer = await fetch(`${url}${API_PREFIX}${login.path}`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ username, password }),
  })
  await answer.arrayBuffer()
  return answer
}
