import { expect, onTestFinished, test } from 'vitest'
import { cohortPreview } from '#contract/cohorts.ts'
import type { WireCall } from '#api/result.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer } from '#tests/support/test-server.ts'
import { importVisit, type Visit } from '#tests/support/two-releases.ts'

const MINIMUM = 10

/** Records of individuals from one number to another; the score is the number. */
function visitOf(prefix: string, from: number, to: number, moodOf: (nth: number) => string): Visit {
  const numbers = Array.from({ length: to - from }, (_, place) => from + place)
  return Object.fromEntries(
    numbers.map((nth) => [`${prefix}${1_000 + nth}`, { score: String(nth), mood: moodOf(nth) }]),
  )
}

/** Collection bp, which the colleague reads, and 600 unreadable individuals of sz, half of each mood. */
async function serve(minimumCell = MINIMUM) {
  const holding = await openTestDatabase()
  await importVisit(
    holding,
    visitOf('B', 0, 20, (nth) => (nth % 2 === 0 ? 'low' : 'high')),
  )
  await importVisit(
    holding,
    visitOf('S', 0, 600, (nth) => (nth % 2 === 0 ? 'low' : 'high')),
    'sz',
  )
  const server = await createTestServer({ holding, minimumCell })
  onTestFinished(() => server.close())
  const call = await server.callAs('colleague')
  return { server, call, add: (visit: Visit) => importVisit(holding, visit, 'sz') }
}

const mood = (value: string) => ({ variable: 'MOOD', constraint_type: 'EQ', constraint_value: value }) as const
const scoreFrom = (score: number) =>
  ({ variable: 'SCORE', constraint_type: 'GTE', constraint_value: String(score) }) as const
type Condition = ReturnType<typeof mood> | ReturnType<typeof scoreFrom>

/** The preview's count of sz. */
async function counted(call: WireCall, condition: Condition, parent_id = 1): Promise<number | null | undefined> {
  const { data } = valueOf(await call(cohortPreview, { parent_id, cohort_type: 'subset', ...condition }))
  return data.find(({ collection }) => collection === 'sz')?.count
}

test('a count of three added individuals does not follow from the counts before and after an import', async () => {
  const { call, add } = await serve()
  expect(await counted(call, scoreFrom(200))).toBe(400)
  await add(visitOf('S', 600, 603, () => 'low'))
  expect(await counted(call, scoreFrom(200))).toBeNull()
})
