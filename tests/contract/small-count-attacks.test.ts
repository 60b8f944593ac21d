import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortSummary } from '#contract/cohorts.ts'
import { SET_OPERATIONS } from '#domain/cohorts/cohorts.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import {
  answersDisclosed,
  fromTotal,
  numbersOf,
  previewed,
  saved,
  worked,
  type Draft,
  type DisclosedSet,
} from '#tests/support/small-count-attack.ts'
import type { Person, Study } from '#tests/support/study.ts'
import { createTestServer } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const MINIMUM = 4
const PARTICIPANTS = 60
const COLLECTIONS = ['bp', 'sz', 'au']
const CODES = ['1', '2', '3']

const person = fc.record({
  collection: fc.constantFrom(...COLLECTIONS),
  study: fc.constantFrom('1', '2'),
  dx: fc.constantFrom('a', 'b'),
  amount: fc.option(fc.nat(9)),
  code: fc.option(fc.constantFrom(...CODES)),
  hasRecord: fc.boolean(),
})

const study: fc.Arbitrary<Study> = fc
  .array(person, { minLength: PARTICIPANTS, maxLength: PARTICIPANTS })
  .map((rows) => {
    const participants = rows.map((row, place): Person => ({ id: `P${100 + place}`, family: `F${place >> 2}`, ...row }))
    const records = rows.flatMap(({ amount, code, hasRecord }, place) =>
      hasRecord || amount !== null
        ? [
            [
              `P${100 + place}`,
              { ...(amount !== null && { AMOUNT: String(amount) }), ...(code !== null && { CODE: code }) },
            ] as const,
          ]
        : [],
    )
    const variables = [
      { name: 'AMOUNT', dataType: 'numberrange' },
      { name: 'CODE', dataType: 'categorical', possibleValues: CODES },
    ]
    return {
      participants: participants,
      forms: [{ instrument: 'ANY', version: '1', variables, records: Object.fromEntries(records) }],
    }
  })

const subset = (constraint_type: string, variable: string, constraint_value: string, parent_id = 1): Draft => ({
  parent_id,
  cohort_type: 'subset',
  variable,
  constraint_type,
  constraint_value,
})

const amounts = fc.tuple(fc.constantFrom('GT', 'LTE', 'NEQ'), fc.nat(9).map(String))
const asked = fc.record({ first: amounts, second: amounts, code: fc.constantFrom(...CODES) })

/** All responses about two cohorts and their combinations, and everything derivable from them. */
async function attack(call: WireCall, { first, second, code }: Requested) {
  const all: DisclosedSet = {
    says: 'all',
    numbers: numbersOf(valueOf(await call(cohortSummary, { cohortid: 1 })).data),
  }
  const disclosed: DisclosedSet[] = []
  const derived: DisclosedSet[] = []

  // Nested previews of decreasing size.
  let before = all
  for (let amount = 0; amount < 10; amount += 1) {
    const now = await previewed(call, subset('GT', 'AMOUNT', String(amount)))
    disclosed.push(now, fromTotal(`${now.says} from split`, now.total, now.numbers, COLLECTIONS))
    derived.push(worked(`${before.says} without ${now.says}`, [before, now], ([a = 0, b = 0]) => a - b))
    before = worked(now.says, [now], ([a = 0]) => a)
  }

  const one = await saved(call, subset(first[0], 'AMOUNT', first[1]), 'CODE')
  const other = await saved(call, subset(second[0], 'AMOUNT', second[1]), 'CODE')
  for (const set of [one, other]) {
    if (!set) continue
    disclosed.push(set)
    derived.push(worked(`all but ${set.says}`, [all, set], ([a = 0, b = 0]) => a - b))
    for (const total of set.totals) derived.push(fromTotal(`${set.says} from a total`, total, set.numbers, COLLECTIONS))
    const within = await previewed(call, subset('EQ', 'CODE', code, set.cohortid))
    const without = await previewed(call, subset('NEQ', 'CODE', code, set.cohortid))
    disclosed.push(within, without)
    derived.push(
      worked(`${set.says} but ${code}`, [set, within], ([a = 0, b = 0]) => a - b),
      worked(`${set.says} but not ${code}`, [set, without], ([a = 0, b = 0]) => a - b),
      worked(`${set.says}, unknown`, [set, within, without], ([a = 0, b = 0, c = 0]) => a - b - c),
    )
    for (const total of await answersDisclosed(call, 'CODE', set.cohortid, code)) {
      derived.push(fromTotal(`${code} in ${set.says} from its answers`, total, within.numbers, COLLECTIONS))
    }
  }
  if (!one || !other) return [...disclosed, ...derived]
  const compound = (constraint_type: string): Draft => ({
    parent_id: one.cohortid,
    secondparent_id: other.cohortid,
    cohort_type: 'compound',
    constraint_type,
  })
  for (const operation of SET_OPERATIONS) {
    const set = await saved(call, compound(operation), 'CODE')
    if (!set) continue
    disclosed.push(set)
    for (const total of set.totals) derived.push(fromTotal(`${set.says} from a total`, total, set.numbers, COLLECTIONS))
    // Intersection, both differences and complement, by this operation.
    const both: Record<typeof operation, (a: number, b: number, c: number) => number> = {
      UNION: (a, b, c) => a + b - c,
      INTERSECT: (_, __, c) => c,
      SUBTRACT: (a, _, c) => a - c,
    }
    const inBoth = (a = 0, b = 0, c = 0) => both[operation](a, b, c)
    derived.push(
      worked(`both by ${operation}`, [one, other, set], ([a, b, c]) => inBoth(a, b, c)),
      worked(`first alone by ${operation}`, [one, other, set], ([a = 0, b, c]) => a - inBoth(a, b, c)),
      worked(`second alone by ${operation}`, [one, other, set], ([a, b = 0, c]) => b - inBoth(a, b, c)),
      worked(
        `neither by ${operation}`,
        [all, one, other, set],
        ([n = 0, a = 0, b = 0, c]) => n - a - b + inBoth(a, b, c),
      ),
    )
  }
  return [...disclosed, ...derived]
}

interface Requested {
  readonly first: readonly [string, string]
  readonly second: readonly [string, string]
  readonly code: string
}

test('no combination of cohorts discloses a suppressed count', async () => {
  let numbers = 0
  let sets = 0
  await fc.assert(
    fc.asyncProperty(study, asked, async (made, questions) => {
      const server = await createTestServer({ study: made, minimumCell: MINIMUM })
      try {
        const disclosed = await attack(await server.callAs('colleague'), questions)
        const few = disclosed.flatMap(({ says, numbers: counts }) =>
          [...counts]
            .filter(([key, number]) => !key.startsWith('bp') && number !== null && number > 0 && number < MINIMUM)
            .map(([key, number]) => `${says}: ${number} of ${key}`),
        )
        sets += disclosed.length
        numbers += disclosed.reduce(
          (sum, { numbers: counts }) => sum + [...counts.values()].filter((n) => n !== null).length,
          0,
        )
        expect(few).toEqual([])
      } finally {
        server.close()
      }
    }),
    { numRuns: fuzzRuns(8), endOnFailure: true },
  )
  process.stdout.write(
    `Small counts: ${sets} sets requested or derived, ${numbers} counts disclosed, none of them small\n`,
  )
})
