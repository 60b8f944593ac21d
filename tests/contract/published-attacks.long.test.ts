import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createWireCall } from '#api/call.ts'
import type { WireCall } from '#api/result.ts'
import { login } from '#contract/session.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { randomFrom } from '#tests/bench/random-from.ts'
import { attackedStudy, type AttackedTarget } from '#tests/support/attacked-study.ts'
import { ATTACKS } from '#tests/support/attacks/attacks.ts'
import type { Usage } from '#tests/support/attacks/target.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { createTestServer, PASSWORD, type TestServer } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS, hookTimeout: SLOW_TEST_MILLISECONDS })

const MINIMUM = 5
const TARGETS = 3
const STATISTICAL_TARGETS = 12
const ACCOUNTS = 200
/** These count readable individuals only, so they disclose nothing without MIN_CELL either. */
const READABLE_ONLY = ['summaries', 'completeness']

let off: TestServer
let on: TestServer
const unprotected = attackedStudy(1, 1)
const protectedStudy = attackedStudy(1, MINIMUM)
beforeAll(async () => {
  off = await createTestServer({ study: unprotected.study })
  on = await createTestServer({
    study: protectedStudy.study,
    minimumCell: MINIMUM,
  })
  for (const { database } of [off, on]) {
    await inTransaction(database, (connection) =>
      connection.run(
        `INSERT INTO account SELECT nextval('id_sequence'), 'attacker' || n, password_hash, '', '', FALSE, collections,
           FALSE FROM account, generate_series(1, ${ACCOUNTS}) AS numbers(n) WHERE username = 'newcomer'`,
      ),
    )
  }
})
afterAll(() => {
  off.close()
  on.close()
})

let signedIn = 0
async function newAccount(server: TestServer): Promise<WireCall> {
  const call = createWireCall({ fetch: server.newFetch(), onUnauthorized: () => undefined })
  const made = await call(login, { username: `attacker${1 + (signedIn++ % ACCOUNTS)}`, password: PASSWORD })
  if (!made.ok) throw new Error(made.message)
  return call
}

interface Outcome extends Usage {
  right: number
  wrong: number
}

type Attacked = (typeof ATTACKS)[number]

async function attackAll(server: TestServer, { attack, accounts }: Attacked, targets: readonly AttackedTarget[]) {
  const outcome: Outcome = { right: 0, wrong: 0, queries: 0, refused: 0 }
  for (const [place, { target, answer }] of targets.entries()) {
    const calls = []
    for (let nth = 0; nth < accounts; nth++) calls.push(await newAccount(server))
    const inferred = await attack({ accounts: calls, random: randomFrom(place + 1), used: outcome }, target)
    if (inferred === null) continue
    if (inferred === answer) outcome.right++
    else outcome.wrong++
  }
  return outcome
}

/** Disclosure control prevents neither pooled results nor weighted sums (weighted-sums.long.test.ts). */
const MEASURED = ATTACKS.filter(({ name, accounts }) => accounts === 1 && !name.startsWith('weighted'))
function attackNamed(name: string): Attacked {
  const found = ATTACKS.find((attack) => attack.name === name)
  if (!found) throw new Error(`There is no attack ${name}.`)
  return found
}
const isReadableOnly = ({ name }: Attacked) => READABLE_ONLY.some((part) => name.endsWith(part))
const isStatistical = ({ name }: Attacked) => /searched|linear/.test(name)
const EXACT = MEASURED.filter((attack) => !isStatistical(attack) && !isReadableOnly(attack))

test.each(EXACT)('$name infers every answer without disclosure control, and none with it', async (attack) => {
  const without = await attackAll(off, attack, unprotected.targets.slice(0, TARGETS))
  expect(without).toMatchObject({ right: TARGETS, wrong: 0 })
  const withControl = await attackAll(on, attack, protectedStudy.targets.slice(0, TARGETS))
  expect(withControl.right - withControl.wrong).toBeLessThan(TARGETS)
  expect(withControl.refused).toBeGreaterThan(0)
})

test.each(MEASURED.filter(isReadableOnly))('$name infers nothing of unreadable individuals', async (attack) => {
  const { right, wrong } = await attackAll(on, attack, protectedStudy.targets.slice(0, TARGETS))
  expect(right + wrong).toBeLessThan(TARGETS)
})

test.each(MEASURED.filter(isStatistical))('$name infers most answers without disclosure control', async (attack) => {
  const { right } = await attackAll(off, attack, unprotected.targets.slice(0, STATISTICAL_TARGETS))
  expect(right).toBeGreaterThanOrEqual(9)
})

test('searched queries infer no more than chance with disclosure control', async () => {
  const { right, wrong } = await attackAll(
    on,
    attackNamed('searched queries'),
    protectedStudy.targets.slice(0, STATISTICAL_TARGETS),
  )
  expect(right - wrong).toBeLessThan(7)
})

// A known limit (handbook, security).
test.each(['', ...['distributions', 'most frequent answers', 'Table 1', 'overlap'].map((road) => ` by ${road}`)])(
  'two accounts: differencing%s infer an answer in spite of disclosure control, because each account has a ledger of its own',
  async (road) => {
    const attack = attackNamed(`two accounts: differencing${road}`)
    const { right, wrong } = await attackAll(on, attack, protectedStudy.targets.slice(0, TARGETS))
    expect({ right, wrong }).toEqual({ right: TARGETS, wrong: 0 })
  },
)
