import { afterAll, expect, test, vi } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { constructPreview } from '#contract/construct-preview.ts'
import { inferenceLimitFor } from '#server/disclosure/ledger/inference-limit.ts'
import { randomFrom } from '#tests/bench/random-from.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { attackedStudy } from '#tests/support/attacked-study.ts'
import { linearReconstruction } from '#tests/support/attacks/linear-reconstruction.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const { budget, minimumCell } = inferenceLimitFor(0.65)
const MINIMUM = Math.max(10, minimumCell)
const GROUPS = ['0', '1', '2', '3'].flatMap((one) => ['0', '1', '2', '3'].map((two) => [one, two] as const))

const servers: TestServer[] = []
afterAll(() => servers.forEach(({ close }) => close()))

/** The answers to `variable` in a group of about 56 that two other answers define; null if suppressed. */
async function countIn(
  call: WireCall,
  variable: string,
  [one, two]: readonly [string, string],
  [first, second]: readonly [string, string] = ['C0', 'C1'],
) {
  const group = [
    { variable_name: first, constraint_type: 'EQ', constraint_value: one },
    { variable_name: second, constraint_type: 'EQ', constraint_value: two },
  ] as const
  const value = (name: string, codes: string[]) => ({
    name,
    definition: {
      relationship: 'AND' as const,
      constraints: [{ variable_name: variable, constraint_type: 'ANYOF' as const, constraint_values: codes }, ...group],
    },
  })
  const preview = valueOf(
    await call(constructPreview, {
      name: 'DRAFT',
      construct_type: 'multiple',
      variables: [variable, first, second],
      defaultValue: 'rest',
      values: [
        value('yes', ['2', '3']),
        value('no', ['0', '1']),
        { name: 'rest', definition: { relationship: 'AND', constraints: [] } },
      ],
    }),
  )
  return preview.values.slice(0, 2).map(({ count }) => count)
}

test('small groups are shown until the budget of a variable is used up, also after a restart', async () => {
  const options = { minimumCell: MINIMUM, inferenceBudget: budget }
  const first = await createTestServer({ ...options, study: attackedStudy(1, MINIMUM).study })
  servers.push(first)
  const call = await first.callAs('newcomer')
  const shown: boolean[] = []
  for (const group of GROUPS) shown.push(!(await countIn(call, 'SECRET', group)).includes(null))
  expect(shown[0]).toBe(true)
  expect(shown.slice(-4)).toEqual([false, false, false, false])
  const again = await createTestServer({ ...options, holding: first.database, isShared: true })
  const later = await again.callAs('newcomer')
  const repeated: boolean[] = []
  for (const group of GROUPS) repeated.push(!(await countIn(later, 'SECRET', group)).includes(null))
  expect(repeated).toEqual(shown)
  // The account of a colleague has its own budget.
  expect(await countIn(await again.callAs('colleague'), 'SECRET', GROUPS[15] ?? ['3', '3'])).not.toContain(null)
})

test('averages over small groups infer no more than the limit allows', async () => {
  const limit = inferenceLimitFor(0.55)
  const { study, targets } = attackedStudy(1, limit.minimumCell)
  const server = await createTestServer({ study, minimumCell: limit.minimumCell, inferenceBudget: limit.budget })
  servers.push(server)
  const used = { queries: 0, refused: 0 }
  const attacked = targets[0]
  if (!attacked) throw new Error('There is no target.')
  await linearReconstruction(
    { accounts: [await server.callAs('newcomer')], random: randomFrom(1), used },
    attacked.target,
  )
  expect(used.queries).toBeGreaterThan(10)
  expect(used.queries - used.refused).toBeLessThanOrEqual(2)
})

test('with noise the budget is a number of tables', async () => {
  const { study } = attackedStudy(1, 5, { participants: 3_000 })
  const limited = await createTestServer({
    study,
    minimumCell: 5,
    cellNoise: 20,
    inferenceBudget: inferenceLimitFor(0.55, 20).budget,
  })
  const unlimited = await createTestServer({ study, minimumCell: 5, cellNoise: 20 })
  servers.push(limited, unlimited)
  const shownBy = async (server: TestServer) => {
    const call = await server.callAs('newcomer')
    let shown = 0
    for (const by of [
      ['C0', 'C1'],
      ['C2', 'C3'],
    ] as const) {
      for (const group of GROUPS) if (!(await countIn(call, 'SECRET', group, by)).includes(null)) shown++
    }
    return shown
  }
  // The handbook (operate) has the greater number. Tables of which the ledger suppresses a part cost too.
  expect(await shownBy(limited)).toBeLessThanOrEqual(11)
  expect(await shownBy(limited)).toBeGreaterThanOrEqual(6)
  expect(await shownBy(unlimited)).toBeGreaterThan(15)
})
