import { afterAll, beforeAll, expect, test } from 'vitest'
import { cohortInfo, cohortNew, cohortOverlap, cohortPreview, cohortSummary } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructList } from '#contract/custom-variables.ts'
import { version } from '#contract/session.ts'
import { variableDistribution, variableLookup, variableSearch } from '#contract/variables.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer({ minimumCell: 3 })
})
afterAll(() => server.close())

const draft = {
  parent_id: 1,
  cohort_type: 'subset',
  variable: 'AGE',
  constraint_type: 'GT',
  constraint_value: '9',
} as const

test('suppresses small counts of an unreadable collection, except for its readers', async () => {
  const researcher = await server.callAs('researcher')
  const { data, split } = valueOf(await researcher(cohortPreview, draft))
  expect(data.map((row) => [row.collection, row.count, row.hidden])).toEqual([
    ['sz', 1, false],
    ['bp', 1, false],
    ['bp', 1, false],
    ['bp', 1, false],
    ['au', null, true],
  ])
  expect(split).toBeNull()
  const admin = await server.callAs('admin')
  expect(valueOf(await admin(cohortPreview, draft)).split).toEqual({ match: 5, no_match: 1, unknown: 2, no_record: 4 })
})

test('rowcount, overlap, distribution and top answers do not disclose small counts', async () => {
  const researcher = await server.callAs('researcher')
  const cohortid = valueOf(await researcher(cohortNew, { ...draft, name: 'Grown' })).new_cohort_id
  expect(valueOf(await researcher(cohortInfo, { cohortid })).cohorts[0]?.rowcount).toBeNull()
  expect(valueOf(await researcher(cohortSummary, { cohortid })).data).toContainEqual(
    expect.objectContaining({ collection: 'au', count: null, hidden: true }),
  )
  const overlap = valueOf(await researcher(cohortOverlap, { cohortids: [1, cohortid] })).data
  // Three au participants are below the minimum: the response names the collection, without numbers.
  expect(overlap).toEqual([
    { members: [1, cohortid], count: 4, left_out: ['au'] },
    { members: [1], count: 5, left_out: ['au'] },
    { members: [cohortid], count: 0, left_out: ['au'] },
  ])
  const ask = { variable_name: 'MARITAL', cohortids: [1] }
  const [spread] = valueOf(await researcher(variableDistribution, ask)).data
  expect(spread).toEqual({
    cohortid: 1,
    categories: [
      ['1', 2],
      ['2', 2],
      ['3', 2],
    ],
    missing: 0,
    no_record: 3,
    left_out: ['au'],
  })
  const [marital] = valueOf(await researcher(variableLookup, { variable_names: ['MARITAL'] })).data
  expect(marital?.observations).toBe(6)
  expect(marital?.top_answers.map(([value]) => value)).toEqual(['1', '2', '3'])
})

test('suppresses the number of relatives without data: with it, records of a form would follow from those without', async () => {
  const researcher = await server.callAs('researcher')
  expect(valueOf(await researcher(cohortSummary, { cohortid: 1 })).placeholders).toBeNull()
  expect(valueOf(await researcher(version, {})).stats?.placeholders).toBeNull()
  const admin = await server.callAs('admin')
  expect(valueOf(await admin(cohortSummary, { cohortid: 1 })).placeholders).toBe(1)
})

test('suppresses the distribution of families for unreadable individuals', async () => {
  const relatives = { parent_id: 1, cohort_type: 'pedigree' } as const
  const researcher = await server.callAs('researcher')
  const { data, totals } = valueOf(await researcher(cohortPreview, relatives))
  expect(totals).toBeNull()
  expect(data.at(-1)).toEqual({
    pedigree_count: 0,
    count: null,
    affected_count: null,
    collection: 'au',
    hidden: true,
  })
  const admin = await server.callAs('admin')
  expect(valueOf(await admin(cohortPreview, relatives)).totals).toMatchObject({
    pedigrees: 6,
    certain: 6,
    placeholders: 1,
  })
})

test('suppresses numbers of answers in every endpoint if they would disclose small counts', async () => {
  const researcher = await server.callAs('researcher')
  const rule = (name: string, constraint_type: string) => ({
    name,
    definition: {
      relationship: 'AND' as const,
      constraints: [{ variable_name: 'HOSPITAL_ID', constraint_type, constraint_value: 'H' }],
    },
  })
  const draft = { construct_type: 'multiple' as const, variables: ['HOSPITAL_ID'], defaultValue: '' }
  const values = [rule('yes', 'STARTS'), rule('no', 'NREGEX')]
  valueOf(await researcher(constructNew, { ...draft, name: 'HAS_ID', values }))
  const names = ['HOSPITAL_ID', 'HAS_ID']
  const found = valueOf(await researcher(variableSearch, { searchstring: '', searchtype: 'question' })).data
  const lookedUp = valueOf(await researcher(variableLookup, { variable_names: names })).data
  const [listed] = valueOf(await researcher(constructList, {})).custom_vars
  expect(names.map((name) => found.find((hit) => hit.variable_name === name)?.observations)).toEqual([4, 4])
  expect(lookedUp.map(({ observations }) => observations)).toEqual([4, 4])
  expect(listed?.observations).toBe(4)
})

test('a preview and the answers to its variable do not depend on their order', async () => {
  const asked = async (order: 'preview first' | 'answers first', variable: string, constraint: object) => {
    const other = await createTestServer({ minimumCell: 2 })
    const call = await other.callAs('researcher')
    const subset = { parent_id: 1, cohort_type: 'subset', variable, ...constraint } as const
    const preview = async () => valueOf(await call(cohortPreview, subset))
    const answers = async () => valueOf(await call(variableDistribution, { variable_name: variable, cohortids: [1] }))
    const before = order === 'preview first' ? await preview() : null
    const shown = { answers: await answers(), preview: before ?? (await preview()) }
    other.close()
    return shown
  }
  for (const [variable, constraint] of [
    ['MARITAL', { constraint_type: 'EQ', constraint_value: '1' }],
    ['AGE', { constraint_type: 'GT', constraint_value: '30' }],
    ['SYMPTOMS', { constraint_type: 'EQ', constraint_value: 'A' }],
    ['SMOKER', { constraint_type: 'VALID' }],
    ['NOTES', { constraint_type: 'VALID' }],
  ] as const) {
    expect(await asked('preview first', variable, constraint)).toEqual(
      await asked('answers first', variable, constraint),
    )
  }
})
