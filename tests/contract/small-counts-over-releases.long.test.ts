import { createCipheriv } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortNew, cohortPreview } from '#contract/cohorts.ts'
import { variableDistribution } from '#contract/variables.ts'
import { valueOf } from '#tests/support/api-session.ts'
import {
  after,
  COLLECTIONS,
  firstSteps,
  importStep,
  MOODS,
  SCORES,
  step,
  type Individual,
  type Snapshot,
  type Step,
} from '#tests/support/arbitrary-releases.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { lowWeightWords, type DisclosedVector } from '#tests/support/low-weight-words.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const MINIMUM = 10
const SIZE = 300
/** Reads bp alone. */
const READER = 'colleague'
const UNREADABLE = COLLECTIONS.filter((collection) => collection !== 'bp')

type Condition = readonly ['MOOD', 'EQ' | 'NEQ', string] | readonly ['SCORE', 'GTE' | 'LT', number]

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.tuple(fc.constant('MOOD' as const), fc.constantFrom('EQ' as const, 'NEQ' as const), fc.constantFrom(...MOODS)),
  fc.tuple(fc.constant('SCORE' as const), fc.constantFrom('GTE' as const, 'LT' as const), fc.nat(SCORES - 1)),
)
/** Asked at each release, and the conditions asked at one release only. */
const asked = fc.record({
  again: fc.array(condition, { minLength: 1, maxLength: 3 }),
  once: fc.array(condition, { minLength: 4, maxLength: 4 }),
  saved: condition,
})
const cases = fc.record({
  first: firstSteps(SIZE),
  steps: fc.array(step, { minLength: 2, maxLength: 3 }),
  asked,
})

/** The outcomes of a condition. */
function outcomeOf([variable, operator, value]: Condition, { answers }: Individual): string {
  if (answers === null) return 'no_record'
  const answer = variable === 'MOOD' ? answers.mood : answers.score
  if (answer === null) return 'unknown'
  const isMatch = {
    EQ: () => answer === value,
    NEQ: () => answer !== value,
    GTE: () => Number(answer) >= Number(value),
    LT: () => Number(answer) < Number(value),
  }[operator]()
  return isMatch ? 'match' : 'no_match'
}

/** The counts that were disclosed to one account, as sets of unreadable individuals. */
class Disclosed {
  readonly vectors: DisclosedVector[] = []
  readonly #places = new Map<string, number>()

  placeOf(id: string): number {
    const place = this.#places.get(id) ?? this.#places.size
    this.#places.set(id, place)
    return place
  }

  get length(): number {
    return this.#places.size
  }

  add(says: string, individuals: readonly Individual[]): void {
    const unreadable = individuals.filter(({ collection }) => UNREADABLE.some((code) => code === collection))
    this.vectors.push({ says, members: new Set(unreadable.map(({ id }) => this.placeOf(id))) })
  }
}

interface Cohort {
  readonly id: number
  readonly name: string
  readonly individuals: Snapshot
}

/** Asks for a preview and notes its counts, checking that they are true. */
async function preview(
  call: WireCall,
  disclosed: Disclosed,
  time: string,
  parent: Cohort,
  condition: Condition,
): Promise<void> {
  const [variable, constraint_type, value] = condition
  const draft = { parent_id: parent.id, cohort_type: 'subset' as const, variable, constraint_type }
  const { data, split } = valueOf(await call(cohortPreview, { ...draft, constraint_value: String(value) }))
  const says = `${time} ${parent.name} ${condition.join(' ')}`
  const withOutcome = (outcome: string) => parent.individuals.filter((one) => outcomeOf(condition, one) === outcome)
  for (const { collection, count } of data) {
    const matching = withOutcome('match').filter((one) => one.collection === collection)
    if (count === null || collection === 'bp') continue
    expect([says, count]).toEqual([says, matching.length])
    disclosed.add(`${says} ${collection}`, matching)
  }
  for (const [outcome, count] of Object.entries(split ?? {})) {
    if (typeof count !== 'number') continue
    expect([says, outcome, count]).toEqual([says, outcome, withOutcome(outcome).length])
    disclosed.add(`${says} ${outcome}`, withOutcome(outcome))
  }
}

async function distribution(call: WireCall, disclosed: Disclosed, time: string, cohort: Cohort): Promise<void> {
  const [spread] = valueOf(await call(variableDistribution, { variable_name: 'MOOD', cohortids: [cohort.id] })).data
  const counted = cohort.individuals.filter(({ collection }) => !spread?.left_out?.includes(collection))
  const cells: [string, number | null, (one: Individual) => boolean][] = [
    ...(spread?.categories ?? []).map(([mood, count]): [string, number | null, (one: Individual) => boolean] => [
      mood ?? '',
      count,
      ({ answers }) => answers?.mood === mood,
    ]),
    ['missing', spread?.missing ?? null, ({ answers }) => answers !== null && answers.mood === null],
    ['no record', spread?.no_record ?? null, ({ answers }) => answers === null],
  ]
  for (const [name, count, isIn] of cells) {
    if (count === null) continue
    const says = `${time} ${cohort.name} MOOD ${name}`
    expect([says, count]).toEqual([says, counted.filter(isIn).length])
    disclosed.add(says, counted.filter(isIn))
  }
}

/** Deterministic bytes: the search for small sums is random. */
function seededRandom() {
  const stream = createCipheriv('aes-256-ctr', Buffer.alloc(32, 1), Buffer.alloc(16))
  return (count: number) => Uint8Array.from(stream.update(Buffer.alloc(count)))
}

async function disclosedOver(steps: readonly (readonly Step[])[], questions: Questions) {
  const holding = await openTestDatabase()
  const random = seededRandom()
  const server = await createTestServer({ holding, minimumCell: MINIMUM, random })
  try {
    const call = await server.callAs(READER)
    const disclosed = new Disclosed()
    const totals: DisclosedVector[] = []
    const cohorts: Cohort[] = []
    let now: Snapshot = []
    for (const [place, some] of steps.entries()) {
      for (const one of some) {
        const next = after(now, one)
        await importStep(holding, now, next, one)
        now = next
        for (const collection of UNREADABLE) {
          const members = now
            .filter((individual) => individual.collection === collection)
            .map(({ id }) => disclosed.placeOf(id))
          totals.push({ says: `size of ${collection}`, members: new Set(members) })
        }
      }
      const everyone = { id: 1, name: 'all', individuals: now }
      const once = questions.once[place]
      for (const condition of [...questions.again, ...(once ? [once] : [])]) {
        await preview(call, disclosed, `release ${place}`, everyone, condition)
      }
      await distribution(call, disclosed, `release ${place}`, everyone)
      const [variable, constraint_type, value] = questions.saved
      const saved = await call(cohortNew, {
        parent_id: 1,
        cohort_type: 'subset',
        variable,
        constraint_type,
        constraint_value: String(value),
        name: `Saved ${place}`,
        description: '',
      })
      const individuals = now.filter((one) => outcomeOf(questions.saved, one) === 'match')
      if (saved.ok) cohorts.push({ id: saved.value.new_cohort_id, name: `saved at ${place}`, individuals })
      for (const cohort of cohorts) {
        // The members do not change, their answers do.
        const ids = new Set(cohort.individuals.map(({ id }) => id))
        const today = { ...cohort, individuals: now.filter(({ id }) => ids.has(id)) }
        for (const condition of questions.again) await preview(call, disclosed, `release ${place}`, today, condition)
        await distribution(call, disclosed, `release ${place}`, today)
      }
    }
    return { disclosed, totals }
  } finally {
    server.close()
  }
}

type Questions = typeof asked extends fc.Arbitrary<infer Value> ? Value : never

/** A linear congruential generator for the test's own search. */
function uniform(): () => number {
  let state = 1
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

test('no sum of the counts disclosed over all releases depends on few unreadable individuals', async () => {
  let counts = 0
  let later = 0
  await fc.assert(
    fc.asyncProperty(cases, async ({ first, steps, asked: questions }) => {
      const { disclosed, totals } = await disclosedOver([first, ...steps.map((one) => [one])], questions)
      counts += disclosed.vectors.length
      later += disclosed.vectors.filter(({ says }) => !says.startsWith('release 0')).length
      const random = uniform()
      expect(
        lowWeightWords(disclosed.vectors, totals, { length: disclosed.length, most: MINIMUM - 1, random }),
      ).toEqual([])
    }),
    { numRuns: fuzzRuns(6), endOnFailure: true },
  )
  process.stdout.write(`Small counts over releases: ${counts} counts disclosed, ${later} of them after an import\n`)
  expect(later).toBeGreaterThan(counts / 4)
})
