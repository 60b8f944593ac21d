import { afterAll, expect, test, vi } from 'vitest'
import { createWireCall } from '#api/call.ts'
import { login } from '#contract/session.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { randomFrom } from '#tests/bench/random-from.ts'
import { attackedStudy } from '#tests/support/attacked-study.ts'
import { weightedSums } from '#tests/support/attacks/weighted-sums.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { createTestServer, PASSWORD, type TestServer } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const MINIMUM = 5
const TARGETS = 6
const servers: TestServer[] = []
afterAll(() => servers.forEach(({ close }) => close()))

// A known limit (handbook, security): these tests say how far disclosure control reaches, not how far it should.
test.each([
  ['complete', 0],
  ['partly missing', 0.08],
])('a weighted sum of large groups infers an answer in spite of MIN_CELL, answers %s', async (_answers, missing) => {
  const { study, targets } = attackedStudy(1, MINIMUM, { missing })
  const server = await createTestServer({ study, minimumCell: MINIMUM })
  servers.push(server)
  await inTransaction(server.database, (connection) =>
    connection.run(
      `INSERT INTO account SELECT nextval('id_sequence'), 'attacker' || n, password_hash, '', '', FALSE, collections,
         FALSE FROM account, generate_series(1, ${TARGETS}) AS numbers(n) WHERE username = 'newcomer'`,
    ),
  )
  const used = { queries: 0, refused: 0 }
  let right = 0
  for (const [place, { target, answer }] of targets.slice(0, TARGETS).entries()) {
    const call = createWireCall({ fetch: server.newFetch(), onUnauthorized: () => undefined })
    await call(login, { username: `attacker${1 + place}`, password: PASSWORD })
    const inferred = await weightedSums({ accounts: [call], random: randomFrom(1), used }, target)
    if (inferred === answer) right++
  }
  expect(right).toBeGreaterThanOrEqual(TARGETS - 1)
  // If answers are complete, the first count is equal to a published one. No other count is suppressed.
  expect(used.refused).toBe(missing === 0 ? TARGETS : 0)
})
