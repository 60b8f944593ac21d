import type * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortNew, cohortPreview } from '#contract/cohorts.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { variableDistribution, variableLookup } from '#contract/variables.ts'
import { valueOf } from '#tests/support/api-session.ts'
import type { Person, Study } from '#tests/support/study.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

const MINIMUM = 4
/** The colleague may read bp only. One au participant is identifiable by age; the answers are secret. */
const TARGET_AGE = 93

/** Forty au participants and some bp; MOOD is 1 for every third, and the target's answer is given. */
function studyWith(targetMood: string | null): Study {
  const participants = Array.from({ length: 60 }, (_, place): Person => ({
    id: `P${100 + place}`,
    family: `F${100 + place}`,
    collection: place < 40 ? 'au' : 'bp',
    study: '1',
  }))
  const answersOf = (place: number) => {
    const mood = place === 0 ? targetMood : String(place % 3)
    return { AGE: String(place === 0 ? TARGET_AGE : 20 + (place % 30)), ...(mood !== null && { MOOD: mood }) }
  }
  const variables = [
    { name: 'AGE', dataType: 'numberrange' },
    { name: 'MOOD', dataType: 'categorical', possibleValues: ['0', '1', '2'] },
  ]
  const records = Object.fromEntries(participants.map(({ id }, place) => [id, answersOf(place)]))
  return { participants: participants, forms: [{ instrument: 'ANY', version: '1', variables, records }] }
}

let server: TestServer
let colleague: WireCall
beforeEach(async () => {
  server = await createTestServer({ study: studyWith('1'), minimumCell: MINIMUM })
  colleague = await server.callAs('colleague')
})
afterEach(() => server.close())

const byAge = (constraint_type: string, age: number) =>
  ({
    parent_id: 1,
    cohort_type: 'subset',
    variable: 'AGE',
    constraint_type,
    constraint_value: String(age),
  }) as const

type Draft = v.InferInput<typeof cohortPreview.input>

/** The same ages, but the target is older. */
const younger = (from: number) =>
  ({
    parent_id: 1,
    cohort_type: 'subset' as const,
    variable: 'AGE',
    constraint_type: 'BETWEEN',
    constraint_values: [String(from), String(TARGET_AGE - 1)],
  }) satisfies Draft

let saved = 0
async function save(call: WireCall, draft: Draft) {
  return call(cohortNew, { ...draft, name: `Saved ${saved++}` })
}

const ofAu = (data: readonly { collection: string; count: number | null }[]) =>
  data.filter(({ collection }) => collection === 'au').map(({ count }) => count)

async function previewed(call: WireCall, draft: Draft) {
  return ofAu(valueOf(await call(cohortPreview, draft)).data)
}

/** A draft of a custom variable: MOOD is 1 within an age range. */
function moodAtAges(constraint_type: string, age: number) {
  const definition = {
    relationship: 'AND' as const,
    constraints: [
      { variable_name: 'MOOD', constraint_type: 'EQ', constraint_value: '1' },
      { variable_name: 'AGE', constraint_type, constraint_value: String(age) },
    ],
  }
  const values = [
    { name: 'yes', definition },
    { name: 'none', definition: { relationship: 'AND' as const, constraints: [] } },
  ]
  return {
    name: 'MOOD_AT_AGES',
    construct_type: 'multiple' as const,
    variables: ['MOOD', 'AGE'],
    defaultValue: 'none',
    description: '',
    values,
  }
}

test('responses about a cohort of one participant do not depend on the answer', async () => {
  const transcripts: string[] = []
  for (const mood of ['0', '1', '2', null]) {
    const attacked = await createTestServer({ study: studyWith(mood), minimumCell: MINIMUM })
    const call = await attacked.callAs('colleague')
    const refused = await save(call, byAge('EQ', TARGET_AGE))
    // No readable participants are 92, so the cohort to save starts at 49.
    const cohortid = valueOf(await save(call, byAge('GTE', 49))).new_cohort_id
    const ask = { variable_name: 'MOOD', cohortids: [cohortid] }
    transcripts.push(
      JSON.stringify([
        refused,
        await previewed(call, byAge('EQ', TARGET_AGE)),
        await call(variableDistribution, ask),
        await call(variableLookup, { variable_names: ['MOOD'], limit_cohortid: cohortid }),
        await call(cohortPreview, { ...byAge('EQ', 1), parent_id: cohortid, variable: 'MOOD' }),
        await call(constructPreview, { ...moodAtAges('EQ', TARGET_AGE) }),
      ]),
    )
    attacked.close()
  }
  expect(new Set(transcripts).size).toBe(1)
})

test('refuses an empty cohort and a small unreadable one with the same message', async () => {
  const few = await save(colleague, byAge('EQ', TARGET_AGE))
  const noMatch = await save(colleague, byAge('EQ', 1_000))
  expect(few).toEqual(noMatch)
  expect(few).toMatchObject({ ok: false, status: 422, message: expect.stringContaining('Nobody is in this cohort.') })
})

test('suppresses one of two custom variable drafts that differ by one participant', async () => {
  const all = valueOf(await colleague(constructPreview, moodAtAges('LTE', 200)))
  const but = valueOf(await colleague(constructPreview, moodAtAges('NEQ', TARGET_AGE)))
  expect([all.values[0]?.count, but.values[0]?.count]).toContain(null)
})

test('suppresses one of two distributions whose cohorts differ by one participant', async () => {
  const all = valueOf(await save(colleague, byAge('GTE', 30))).new_cohort_id
  const but = valueOf(await save(colleague, younger(30))).new_cohort_id
  const [one, other] = valueOf(
    await colleague(variableDistribution, { variable_name: 'MOOD', cohortids: [all, but] }),
  ).data
  expect(one?.left_out).toEqual([])
  expect(other?.left_out).toEqual(['au'])
})

test('bin edges do not depend on the requested number of bins', async () => {
  const edges = []
  for (const bins of [2, 7, 50]) {
    const ask = { variable_name: 'AGE', cohortids: [1], bins }
    edges.push(valueOf(await colleague(variableDistribution, ask)).data[0]?.bins?.map(({ from, to }) => [from, to]))
  }
  expect(edges[1]).toEqual(edges[0])
  expect(edges[2]).toEqual(edges[0])
})

test('suppresses one of two concurrent previews that differ by one participant', async () => {
  const counts = await Promise.all([
    previewed(colleague, byAge('GTE', 30)),
    previewed(colleague, younger(30)),
    previewed(colleague, byAge('LT', 30)),
  ])
  const [all, but] = counts.flat()
  // If the third is decided first and then the second, the first is suppressed as well.
  expect([all, but].filter((count) => count !== null).length).toBeLessThan(2)
  expect(counts.flat().some((count) => count !== null)).toBe(true)
})

test('the disclosure history survives many requests and another server', async () => {
  expect(await previewed(colleague, byAge('GTE', 20))).toEqual([null])
  expect(await previewed(colleague, byAge('GTE', 30))).toEqual([21])
  for (let age = 100; age < 180; age++) await previewed(colleague, byAge('GT', age))
  expect(await previewed(colleague, byAge('GTE', 31))).toEqual([null])
  const again = await createTestServer({ holding: server.database, isShared: true, minimumCell: MINIMUM })
  const later = await again.callAs('colleague')
  expect(await previewed(later, byAge('GTE', 30))).toEqual([21])
  expect(await previewed(later, byAge('GTE', 31))).toEqual([null])
  expect(await previewed(later, younger(30))).toEqual([null])
})
