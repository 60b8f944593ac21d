import { onTestFinished } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortPreview } from '#contract/cohorts.ts'
import { variableDistribution, variableSearch } from '#contract/variables.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'
import { importVisit, type Visit } from '#tests/support/two-releases.ts'

export const MINIMUM = 10
/** Reads bp, and not sz. */
const READER = 'colleague'

/** Records of the individuals of some numbers. */
export function visitOf(
  prefix: string,
  from: number,
  to: number,
  moodOf: (nth: number) => string,
  scoreOf: (nth: number) => number = (nth) => nth,
): Visit {
  const numbers = Array.from({ length: to - from }, (_, place) => from + place)
  return Object.fromEntries(
    numbers.map((nth) => [`${prefix}${10_000 + nth}`, { score: String(scoreOf(nth)), mood: moodOf(nth) }]),
  )
}

export function alternating(nth: number): string {
  return nth % 2 === 0 ? 'low' : 'high'
}

export interface GrowingStudy {
  readonly server: TestServer
  readonly call: WireCall
  readonly add: (visit: Visit, collection?: string) => Promise<void>
}

/** Collection bp, which the colleague reads, and 1,200 unreadable individuals of sz, half of each mood. */
export async function serveGrowingStudy(
  folder: string | null = null,
  reader: Username = READER,
): Promise<GrowingStudy> {
  const holding = await openTestDatabase(folder)
  await importVisit(holding, visitOf('B', 0, 20, alternating))
  await importVisit(holding, visitOf('S', 0, 1_200, alternating), 'sz')
  const server = await createTestServer({ holding, minimumCell: MINIMUM })
  onTestFinished(() => server.close())
  const call = await server.callAs(reader)
  return { server, call, add: (visit, collection = 'sz') => importVisit(holding, visit, collection) }
}

export interface Condition {
  readonly variable: 'SCORE' | 'MOOD'
  readonly constraint_type: string
  readonly constraint_value: string
}

export const isMood = (mood: string): Condition => ({
  variable: 'MOOD',
  constraint_type: 'EQ',
  constraint_value: mood,
})

export const scoreFrom = (score: number): Condition => ({
  variable: 'SCORE',
  constraint_type: 'GTE',
  constraint_value: String(score),
})

export const subsetOf = (parent_id: number, condition: Condition) =>
  ({ parent_id, cohort_type: 'subset', ...condition }) as const

/** The preview's count of sz; null if suppressed. */
export async function countOfSz(call: WireCall, condition: Condition, parentId = 1): Promise<number | null> {
  const { data } = valueOf(await call(cohortPreview, subsetOf(parentId, condition)))
  return data.find(({ collection }) => collection === 'sz')?.count ?? null
}

/** The answers of all individuals by mood; null if suppressed. */
export async function moods(call: WireCall): Promise<Record<string, number | null>> {
  const [spread] = valueOf(await call(variableDistribution, { variable_name: 'MOOD', cohortids: [1] })).data
  return Object.fromEntries((spread?.categories ?? []).map(([mood, count]) => [mood ?? '', count]))
}

/** The number of answers in the catalog; suppressed collections are left out. */
export async function observationsOf(call: WireCall, variable: string): Promise<number | undefined> {
  const found = valueOf(await call(variableSearch, { searchstring: '', searchtype: 'question' })).data
  return found.find(({ variable_name: name }) => name === variable)?.observations
}
