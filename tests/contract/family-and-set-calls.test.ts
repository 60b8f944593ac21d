import type * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import * as cohorts from '#contract/cohorts.ts'
import { rulesPreview } from '#contract/rules.ts'
import type { CohortDraft } from '#contract/shapes/cohort-draft.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let call: WireCall
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('researcher')
})
afterAll(() => server.close())

type Draft = Partial<CohortDraft>
type RequestDraft = v.InferInput<typeof CohortDraft>

async function save(name: string, draft: Draft): Promise<number> {
  const request = { parent_id: 1, cohort_type: 'subset' as const, ...draft, name }
  return valueOf(await call(cohorts.cohortNew, request)).new_cohort_id
}
const counts = (rows: readonly { readonly count: number | null }[]) =>
  rows.reduce((sum, { count }) => sum + (count ?? 0), 0)

test('returns the union, intersection and difference of two cohorts, with their parents', async () => {
  const adults = await save('Adults', { variable: 'AGE', constraint_type: 'GTE', constraint_value: '44' })
  const smokers = await save('Smokers', { variable: 'SMOKER', constraint_type: 'VALID' })
  const compound = (constraint_type: string, parent_id: number, secondparent_id: number) => ({
    parent_id,
    secondparent_id,
    constraint_type,
    cohort_type: 'compound' as const,
  })
  const size = async (operation: string, first: number, second: number) => {
    const draft = compound(operation, first, second)
    const previewed = valueOf(await call(cohorts.cohortPreview, draft))
    return counts(previewed.data)
  }
  // Adults: P01 P02 P04 P06. Smokers: P01 P04 P07.
  expect(await size('UNION', adults, smokers)).toBe(5)
  expect(await size('INTERSECT', adults, smokers)).toBe(2)
  expect(await size('SUBTRACT', adults, smokers)).toBe(2)
  expect(await size('SUBTRACT', smokers, adults)).toBe(1)
  expect(await size('UNION', 1, smokers)).toBe(12)
  expect(await size('INTERSECT', 1, smokers)).toBe(3)
  expect(await size('SUBTRACT', 1, smokers)).toBe(9)
  expect(await size('SUBTRACT', smokers, 1)).toBe(0)

  const either = await save('Either', compound('UNION', adults, smokers))
  expect(valueOf(await call(cohorts.cohortInfo, { cohortid: either })).cohorts[0]).toMatchObject({
    parent: 'Adults',
    parent_id: adults,
    secondparent_id: smokers,
    parents: [{ cohortid: 1 }, { cohortid: adults }],
    constraint_type: 'UNION',
    variable_name: null,
    rowcount: 5,
    collections: ['bp', 'sz'],
  })
  expect(counts(valueOf(await call(cohorts.cohortSummary, { cohortid: either })).data)).toBe(5)
  expect(await call(cohorts.cohortDelete, { cohortid: smokers })).toMatchObject({
    status: 409,
    serverMessage: 'It is still used by the cohort "Either".',
  })
  expect(await call(cohorts.cohortNew, { ...compound('SUBTRACT', smokers, 1), name: 'None' })).toMatchObject({
    status: 422,
  })
  expect(await call(cohorts.cohortPreview, compound('XOR', 1, smokers))).toMatchObject({ status: 422 })
  expect(await call(cohorts.cohortPreview, compound('UNION', 1, 999))).toMatchObject({ status: 404 })
  expect(await call(cohorts.cohortPreview, { ...compound('UNION', 1, 1), secondparent_id: null })).toMatchObject({
    status: 422,
  })
})

test('an intersection splits the members of its first cohort by the definition of the second', async () => {
  const subset = (variable: string, constraint_type: string, constraint_value: string, parent_id = 1): Draft => ({
    cohort_type: 'subset',
    parent_id,
    variable,
    constraint_type,
    constraint_value,
  })
  const compound = (constraint_type: string, parent_id: number, secondparent_id: number): Draft => ({
    cohort_type: 'compound',
    constraint_type,
    parent_id,
    secondparent_id,
  })
  const splitOf = async (draft: Draft, asked = call) => {
    const request = { parent_id: 1, cohort_type: 'subset' as const, ...draft }
    return valueOf(await asked(cohorts.cohortPreview, request)).split
  }
  const aged = await save('Aged', subset('AGE', 'GTE', '1'))
  const low = await save('Low', subset('MOOD_LOW', 'EQ', '1'))
  // The same members and outcomes as the subset of the first cohort by the condition of the second.
  const direct = await splitOf(subset('MOOD_LOW', 'EQ', '1', aged))
  expect(direct).toMatchObject({ match: 2, no_match: 1, unknown: 0 })
  expect(direct?.no_record).toBeGreaterThan(0)
  expect(await splitOf(compound('INTERSECT', aged, low))).toEqual(direct)
  expect(await splitOf(compound('INTERSECT', 1, low))).toEqual(await splitOf(subset('MOOD_LOW', 'EQ', '1')))

  // Conditions of the second cohort's parents count, but for those that all members of the first cohort match.
  const lowOfAged = await save('Low of aged', subset('MOOD_LOW', 'EQ', '1', aged))
  const married = await save('Married', subset('MARITAL', 'EQ', '3', aged))
  const lowOfMarried = await save('Low of married', subset('MOOD_LOW', 'EQ', '0', married))
  expect(await splitOf(compound('INTERSECT', aged, lowOfAged))).toEqual(direct)
  const both = await splitOf(compound('INTERSECT', low, lowOfMarried))
  expect(both).toMatchObject({ match: 0, no_match: 2 })
  const either = await save('Low or married', compound('UNION', low, married))
  expect(await splitOf(compound('INTERSECT', aged, either))).toMatchObject({ match: 3, no_match: 0, no_record: 0 })
  const without = await save('Aged, not low', compound('SUBTRACT', aged, low))
  expect(await splitOf(compound('INTERSECT', aged, without))).toMatchObject({ no_match: 2, unknown: 0, no_record: 0 })
  // Other operations exclude no individual for an answer.
  expect(await splitOf(compound('UNION', aged, low))).toBeNull()
})

test('suppressed counts have no split of an intersection', async () => {
  const guarded = await createTestServer({ minimumCell: 3 })
  const asked = await guarded.callAs('colleague')
  const draft = { parent_id: 1, cohort_type: 'subset' as const, variable: 'AGE', constraint_type: 'GTE' }
  const first = valueOf(await asked(cohorts.cohortNew, { ...draft, constraint_value: '10', name: 'A' }))
  const second = valueOf(await asked(cohorts.cohortNew, { ...draft, constraint_value: '44', name: 'B' }))
  const compound = { cohort_type: 'compound' as const, constraint_type: 'INTERSECT' }
  const ids = { parent_id: first.new_cohort_id, secondparent_id: second.new_cohort_id }
  const counted = valueOf(await asked(cohorts.cohortPreview, { ...compound, ...ids }))
  expect(counted.data.length).toBeGreaterThan(0)
  expect(counted.split).toBeNull()
  guarded.close()
})

const AFFECTED = {
  parent_id: 1,
  cohort_type: 'pedigree',
  variable: 'MOOD_LOW',
  constraint_type: 'EQ',
  constraint_value: '1',
} as const

test.each([
  [
    { ped_constraint: 'min', ped_constraint_count: 1 },
    { pedigrees: 2, individuals: 6, affected: 2, possible: 4 },
  ],
  [
    { ped_constraint: 'min', ped_constraint_count: 1, min_pedsize: 2 },
    { pedigrees: 2, individuals: 6, affected: 2, possible: 2 },
  ],
  [
    { ped_constraint: 'max', ped_constraint_count: 0, min_pedsize: 2 },
    { pedigrees: 2, individuals: 4, affected: 0, possible: 2 },
  ],
  [
    { ped_constraint: 'equal', ped_constraint_count: 1 },
    { pedigrees: 2, individuals: 6, affected: 2, possible: 6 },
  ],
  [
    { ped_constraint: 'min', ped_constraint_count: 2 },
    { pedigrees: 0, individuals: 0, affected: 0, possible: 4 },
  ],
] as const)('counts families with %o', async (rule, totals) => {
  const { data, totals: reported } = valueOf(await call(cohorts.cohortPreview, { ...AFFECTED, ...rule }))
  expect(reported).toMatchObject(totals)
  expect(counts(data)).toBe(totals.individuals)
})

test.each([{ min_pedsize: 2 }, { ped_constraint: 'min', ped_constraint_count: 1 }] as const)(
  'refuses %o without a criterion',
  async (rule) => {
    const draft = { parent_id: AFFECTED.parent_id, cohort_type: 'pedigree', ...rule } as const
    const result = await call(cohorts.cohortPreview, draft)
    expect(result.ok || result.status).toBe(422)
    expect(
      valueOf(await call(cohorts.cohortPreview, { ...draft, min_pedsize: 0, ped_constraint_count: 0 })).totals,
    ).not.toBeNull()
  },
)

test('a preview counts families by size, with and without placeholders, and by affected members', async () => {
  const draft = { ...AFFECTED, ped_constraint: 'min', ped_constraint_count: 0 } as const
  expect(valueOf(await call(cohorts.cohortPreview, draft)).totals).toEqual({
    pedigrees: 6,
    individuals: 12,
    affected: 2,
    possible: 0,
    certain: 6,
    placeholders: 1,
    by_size: [
      [1, 2],
      [2, 2],
      [3, 2],
    ],
    by_size_seen: [
      [1, 2],
      [2, 3],
      [3, 1],
    ],
    by_members: [
      [1, 2],
      [2, 2],
      [3, 2],
    ],
    by_affected: [
      [0, 4],
      [1, 2],
    ],
  })
})

test('counts say how many individuals are relatives without data', async () => {
  const placeholders = async (draft: RequestDraft) => valueOf(await call(cohorts.cohortPreview, draft)).placeholders
  const subset = { parent_id: 1, cohort_type: 'subset' } as const
  // A relative without data has no answer, so only a condition on missing answers holds for them.
  expect(await placeholders({ ...subset, variable: 'AGE', constraint_type: 'EQ', constraint_values: ['[UNK]'] })).toBe(
    1,
  )
  expect(await placeholders({ ...subset, variable: 'AGE', constraint_type: 'VALID' })).toBe(0)
  expect(await placeholders({ ...AFFECTED, ped_constraint: 'min', ped_constraint_count: 0 })).toBe(1)
  expect(valueOf(await call(cohorts.cohortSummary, { cohortid: 1 })).placeholders).toBe(1)
  const missing = { variable_name: 'AGE', constraint_type: 'EQ', constraint_values: ['[UNK]'] }
  const definition = { version: 1 as const, match: 'all' as const, rules: [missing] }
  const byRules = valueOf(await call(rulesPreview, { parent_id: 1, rules: definition }))
  expect(byRules.placeholders).toBe(1)
})

test('a pedigree cohort has all members of its families and the counts of its preview', async () => {
  const draft = { ...AFFECTED, ped_constraint: 'min', ped_constraint_count: 1, min_pedsize: 3 } as const
  const preview = valueOf(await call(cohorts.cohortPreview, draft))
  expect(preview.data).toEqual([
    { pedigree_count: 1, count: 3, affected_count: 1, collection: 'bp', hidden: false },
    { pedigree_count: 1, count: 3, affected_count: 1, collection: 'sz', hidden: false },
  ])
  const cohortid = await save('Low families', draft)
  expect(valueOf(await call(cohorts.cohortSummary, { cohortid }))).toEqual(preview)
  expect(valueOf(await call(cohorts.cohortInfo, { cohortid })).cohorts[0]).toMatchObject({
    constraint_type: 'PEDIGREE',
    constraint_values: ['1'],
    variable_name: 'MOOD_LOW',
    min_pedsize: 3,
    ped_constraint: 'min',
    ped_constraint_count: 1,
    rowcount: 6,
  })
  const young = await save('Young', { variable: 'AGE', constraint_type: 'LT', constraint_value: '31' })
  const relatives = { parent_id: young, cohort_type: 'pedigree' as const }
  expect(valueOf(await call(cohorts.cohortPreview, relatives)).data).toEqual([
    { pedigree_count: 1, count: 2, affected_count: 0, collection: 'au', hidden: false },
    { pedigree_count: 1, count: 3, affected_count: 0, collection: 'bp', hidden: false },
  ])
  expect(await call(cohorts.cohortPreview, { ...AFFECTED, parent_id: young })).toMatchObject({ status: 422 })
})

test.each([
  [{ constraint_type: 'NEQ' }, /is equal to/],
  [{ variable: 'AGE' }, /categorical or dichotomous/],
  [{ variable: 'SMOKER', constraint_type: 'EXISTS' }, /valid answer/],
  [{ ped_constraint: null }, /at least, at most or exactly/],
  [{ ped_constraint_count: null }, /number of affected/],
])('%o does not define the affected members', async (draft, serverMessage) => {
  const request = { ...AFFECTED, ped_constraint: 'min', ped_constraint_count: 1, ...draft } as const
  expect(await call(cohorts.cohortPreview, request)).toMatchObject({
    status: 422,
    serverMessage: expect.stringMatching(serverMessage),
  })
})

test('renames and deletes cohorts except All Individuals', async () => {
  const cohortid = await save('Old name', { variable: 'SMOKER', constraint_type: 'VALID' })
  await save('Taken', { variable: 'SMOKER', constraint_type: 'VALID' })
  expect(await call(cohorts.cohortEdit, { cohortid, name: 'taken ' })).toMatchObject({ status: 409 })
  expect(await call(cohorts.cohortEdit, { cohortid, name: ' ' })).toMatchObject({ status: 422 })
  expect(await call(cohorts.cohortEdit, { cohortid })).toMatchObject({ status: 422 })
  expect(await call(cohorts.cohortEdit, { cohortid, name: 'OLD NAME' })).toMatchObject({ ok: true })
  expect(await call(cohorts.cohortEdit, { cohortid, description: 'New' })).toMatchObject({ ok: true })
  expect(valueOf(await call(cohorts.cohortInfo, { cohortid })).cohorts[0]).toMatchObject({
    name: 'OLD NAME',
    description: 'New',
    rowcount: 3,
  })
  expect(await call(cohorts.cohortEdit, { cohortid, name: ' ', description: ' ' })).toMatchObject({ status: 422 })
  expect(await call(cohorts.cohortEdit, { cohortid, name: '', description: 'Newer' })).toMatchObject({ ok: true })
  expect(valueOf(await call(cohorts.cohortInfo, { cohortid })).cohorts[0]).toMatchObject({
    name: 'OLD NAME',
    description: 'Newer',
  })
  expect(await call(cohorts.cohortDelete, { cohortid })).toMatchObject({ ok: true })
  expect(await call(cohorts.cohortDelete, { cohortid })).toMatchObject({ status: 404 })
  expect(await call(cohorts.cohortDelete, { cohortid: 1 })).toMatchObject({ status: 403 })
  expect(await call(cohorts.cohortEdit, { cohortid: 1, name: 'x' })).toMatchObject({ status: 403 })
})

test('families of a cohort are counted by their members in it, not by all of their members', async () => {
  const { data, totals } = valueOf(
    await call(cohorts.cohortPreview, { parent_id: AFFECTED.parent_id, cohort_type: 'pedigree' }),
  )
  expect(totals?.by_members).toEqual(totals?.by_size)
  const { new_cohort_id } = valueOf(
    await call(cohorts.cohortNew, {
      parent_id: AFFECTED.parent_id,
      name: 'Affected alone',
      cohort_type: 'subset',
      variable: AFFECTED.variable,
      constraint_type: AFFECTED.constraint_type,
      constraint_value: AFFECTED.constraint_value,
    }),
  )
  const inCohort = valueOf(
    await call(cohorts.cohortPreview, { parent_id: new_cohort_id, cohort_type: 'pedigree' }),
  ).totals
  const members = inCohort?.by_members.reduce((sum, [each, families]) => sum + each * families, 0)
  expect(members).toBe(2)
  expect(inCohort?.individuals).toBe(6)
  expect(counts(data)).toBe(12)
})
