import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { CAPABILITY_GROUPS } from '#contract/capabilities.ts'
import { cohortNew, cohortOverlap, cohortPreview } from '#contract/cohorts.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { usage } from '#contract/service.ts'
import { version } from '#contract/session.ts'
import type { CohortDraft } from '#contract/shapes/cohort-draft.ts'
import { variableDistribution, variableSearch } from '#contract/variables.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let call: WireCall
let adults: number
let smokers: number
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('researcher')
  // Adults: P01 P02 P04 P06. Smokers: P01 P04 P07.
  adults = await save('Adults', { variable: 'AGE', constraint_type: 'GTE', constraint_value: '44' })
  smokers = await save('Smokers', { variable: 'SMOKER', constraint_type: 'VALID' })
})
afterAll(() => server.close())

async function save(name: string, draft: Partial<CohortDraft>): Promise<number> {
  return valueOf(await call(cohortNew, { parent_id: 1, cohort_type: 'subset', ...draft, name })).new_cohort_id
}

const value = (name: string, variable_name?: string, constraint_type = 'EQ', constraint_value = '1') => ({
  name,
  definition: {
    relationship: 'AND' as const,
    constraints: variable_name === undefined ? [] : [{ variable_name, constraint_type, constraint_value }],
  },
})
const STATE = {
  construct_type: 'multiple' as const,
  defaultValue: 'other',
  variables: ['AGE', 'MOOD_LOW'],
  values: [value('low', 'MOOD_LOW'), value('old', 'AGE', 'GTE', '50'), value('other')],
}

test('counts a draft of a custom variable before it is saved', async () => {
  const preview = valueOf(await call(constructPreview, { ...STATE, cross: 'SMOKER' }))
  expect(preview).toEqual({
    values: [
      { name: 'low', count: 2, also_matched: 0 },
      { name: 'old', count: 2, also_matched: 1 },
      { name: 'other', count: 0, also_matched: 0 },
    ],
    default: 1,
    unknown: 1,
    no_record: 3,
    no_answer: 3,
    partly_missing: { default: 0, unknown: 1 },
    overlaps: [{ value: 'old', taken_by: 'low', count: 1 }],
    split: { match: 4, no_match: 1, unknown: 4, no_record: 3 },
    cross: {
      variable_name: 'SMOKER',
      data: [
        ['[UNK]', null, 1],
        ['low', '1', 1],
        ['low', null, 1],
        ['old', '1', 1],
        ['old', null, 1],
        ['other', null, 1],
        [null, '1', 1],
        [null, null, 5],
      ],
    },
    score: null,
    left_out: [],
  })
  const among = valueOf(await call(constructPreview, { ...STATE, cohortid: smokers }))
  expect(among).toMatchObject({ values: [{ count: 1 }, { count: 1 }, {}], no_answer: 1, no_record: 0, cross: null })
  expect(await call(constructPreview, { ...STATE, cross: 'AGE' })).toMatchObject({ status: 422 })
  expect(await call(constructPreview, { ...STATE, variables: [] })).toMatchObject({ status: 422 })
})

test('counts an incomplete draft of a custom variable', async () => {
  const bare = { name: 'bare', definition: { relationship: 'OR' as const, constraints: [] } }
  const begun = { ...STATE, name: '', defaultValue: '', values: [...STATE.values.slice(0, 1), bare] }
  expect(valueOf(await call(constructPreview, begun))).toMatchObject({
    values: [{ count: 2 }, { count: 0, also_matched: 0 }],
    unknown: 4,
    overlaps: [],
  })
  const table = {
    ...begun,
    construct_type: 'merge' as const,
    variables: ['SMOKER', 'MOOD_LOW'],
    values: [bare, { ...bare, name: 'b' }],
  }
  expect(valueOf(await call(constructPreview, table))).toMatchObject({
    values: [{ count: 0 }, { count: 0 }],
    partly_missing: {},
  })
  expect(await call(constructNew, { ...table, name: 'NOT_WHOLE' })).toMatchObject({ status: 422 })
})

test('a distribution has the same bins in every cohort, and reports missing answers', async () => {
  const ask = { variable_name: 'AGE', cohortids: [1, smokers], bins: 2 }
  expect(valueOf(await call(variableDistribution, ask)).data).toEqual([
    {
      cohortid: 1,
      bins: [
        { from: 0, to: 50, count: 3 },
        { from: 50, to: 100, count: 3 },
      ],
      missing: 2,
      no_record: 4,
      left_out: [],
    },
    {
      cohortid: smokers,
      bins: [
        { from: 0, to: 50, count: 0 },
        { from: 50, to: 100, count: 2 },
      ],
      missing: 1,
      no_record: 0,
      left_out: [],
    },
  ])
  // 18, 21 and 30 are integers: all bins have the same width.
  const onsets = { variable_name: 'AGE_AT_ONSET', cohortids: [1], bins: 4 }
  expect(valueOf(await call(variableDistribution, onsets)).data[0]?.bins).toEqual([
    { from: 18, to: 21, count: 2 },
    { from: 22, to: 25, count: 0 },
    { from: 26, to: 29, count: 0 },
    { from: 30, to: 33, count: 1 },
  ])
  const symptoms = valueOf(await call(variableDistribution, { variable_name: 'SYMPTOMS', cohortids: [1] })).data
  const categories = [
    ['A', 3],
    ['B', 3],
    ['C', 2],
  ]
  expect(symptoms).toEqual([{ cohortid: 1, categories, missing: 3, no_record: 4, left_out: [] }])
  const named = valueOf(await call(variableDistribution, { variable_name: 'HOSPITAL_ID', cohortids: [1] })).data
  expect(named[0]?.categories).toContainEqual([null, 1])
})

test('each individual is counted once, by the exact combination of cohorts', async () => {
  expect(valueOf(await call(cohortOverlap, { cohortids: [adults, smokers] })).data).toEqual([
    { members: [adults, smokers], count: 2, left_out: [] },
    { members: [adults], count: 2, left_out: [] },
    { members: [smokers], count: 1, left_out: [] },
  ])
  expect(valueOf(await call(cohortOverlap, { cohortids: [1, smokers] })).data).toEqual([
    { members: [1, smokers], count: 3, left_out: [] },
    { members: [1], count: 9, left_out: [] },
  ])
  expect(await call(cohortOverlap, { cohortids: [1, 999] })).toMatchObject({ status: 404 })
  expect(await call(cohortOverlap, { cohortids: [1, 1] })).toMatchObject({ status: 422 })
})

test('lists the dependants of an object', async () => {
  const made = valueOf(await call(constructNew, { ...STATE, name: 'STATE' })).constructid
  const low = await save('Low', {
    parent_id: adults,
    variable: 'STATE',
    constraint_type: 'EQ',
    constraint_value: 'low',
  })
  const use = { kind: 'cohort', id: low, name: 'Low' }
  expect(valueOf(await call(usage, { constructid: made })).data).toEqual([use])
  expect(valueOf(await call(usage, { cohortid: adults })).data).toEqual([use])
  expect(valueOf(await call(usage, { projectid: 1 })).data).toEqual([])
  expect(await call(usage, {})).toMatchObject({ status: 400 })
  expect(await call(usage, { constructid: 999 })).toMatchObject({ status: 404 })
})

test('offers no extensions without their capabilities', async () => {
  expect(valueOf(await call(version, {})).capabilities).toEqual(Object.keys(CAPABILITY_GROUPS))
  const plain = await createTestServer({ capabilities: [] })
  const ask = await plain.callAs('researcher')
  expect(valueOf(await ask(version, {})).capabilities).toEqual([])
  expect(await ask(usage, { cohortid: 1 })).toMatchObject({ status: 404 })
  expect(await ask(cohortOverlap, { cohortids: [1, 2] })).toMatchObject({ status: 404 })
  const draft = { parent_id: 1, cohort_type: 'subset', variable: 'SMOKER', constraint_type: 'VALID' } as const
  expect(valueOf(await ask(cohortPreview, draft))).toMatchObject({ split: null, totals: null })
  const faceted = {
    searchstring: 'mood',
    searchtype: 'question',
    facets: true,
    filter: { form: 'INTAKE 1' },
    limit: 1,
  } as const
  expect(valueOf(await ask(variableSearch, faceted))).toMatchObject({ data: { length: 3 }, facets: {} })
  plain.close()
})
