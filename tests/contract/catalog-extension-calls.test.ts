import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { variableSearch, variableSimilar, variableSketches, type SearchFilter } from '#contract/variables.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import type { StudyForm } from '#tests/support/study.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let call: WireCall
let smokers: number
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('researcher')
  // P01 P04 P07
  smokers = await saveSmokers(call)
})
afterAll(() => server.close())

async function saveSmokers(caller: WireCall): Promise<number> {
  const draft = { parent_id: 1, cohort_type: 'subset', variable: 'SMOKER', constraint_type: 'VALID' } as const
  return valueOf(await caller(cohortNew, { ...draft, name: 'Smokers' })).new_cohort_id
}

async function search(filter: Partial<SearchFilter>, searchstring = '', caller = call) {
  const ask = { searchstring, searchtype: 'question', facets: true, filter } as const
  let result = valueOf(await caller(variableSearch, ask))
  // Collections appear once counted.
  while (!('collection' in result.facets)) result = valueOf(await caller(variableSearch, ask))
  const { data, facets } = result
  return { names: data.map((hit) => hit.variable_name), facets }
}

test('a search returns facets and filters by them', async () => {
  const { names, facets } = await search({ form: 'MOOD 1' })
  expect(names).toEqual(['MOOD_LOW', 'MOOD_SCORE'])
  expect(facets).toEqual({
    form: [
      ['INTAKE 1', 10],
      ['MOOD 1', 2],
      ['MOOD 2', 1],
    ],
    section: [['A', 2]],
    data_type: [
      ['categorical', 1],
      ['numberrange', 1],
    ],
    kind: [['variable', 2]],
    collection: [
      ['bp', 2],
      ['sz', 2],
    ],
  })
  expect((await search({ collection: 'au', data_type: 'categorical' })).names).toEqual(['MARITAL', 'MOOD2_LOW'])
  expect((await search({ form: 'MOOD' })).names).toEqual([])
  expect((await search({ form: 'MOOD 1' }, 'score')).names).toEqual(['MOOD_SCORE'])
})

test('a filter by collection or cohort finds variables with answers there only', async () => {
  // The form was given in au, without answers to these.
  const { names } = await search({ collection: 'au', form: 'INTAKE 1' })
  expect(names.toSorted()).toEqual(['AGE', 'HOSPITAL_ID', 'MARITAL', 'NOTES', 'SEEN', 'SYMPTOMS'])
  const inCohort = await search({ cohortid: smokers })
  expect(inCohort.names).not.toContain('UNUSED')
  expect(inCohort.names).not.toContain('MOOD2_LOW')
  expect(inCohort.facets['form']).toEqual([
    ['INTAKE 1', 9],
    ['MOOD 1', 2],
  ])
  expect((await search({ cohortid: smokers, collection: 'au', form: 'INTAKE 1' })).names.toSorted()).toEqual([
    'AGE',
    'HOSPITAL_ID',
    'MARITAL',
    'NOTES',
    'SEEN',
    'SYMPTOMS',
  ])
  expect((await search({ cohortid: 1 })).names).toHaveLength(12)
  const asked = { searchstring: '', searchtype: 'question', facets: true, filter: { cohortid: 999 } } as const
  expect(await call(variableSearch, asked)).toMatchObject({ status: 404 })
})

test('filters custom variables by their own answers', async () => {
  const low = { variable_name: 'MOOD_LOW', constraint_type: 'EQ' }
  const value = (name: string, constraint_value: string) => ({
    name,
    definition: { relationship: 'AND' as const, constraints: [{ ...low, constraint_value }] },
  })
  const draft = { name: 'LOWNESS', construct_type: 'downcode' as const, variables: ['MOOD_LOW'] }
  valueOf(await call(constructNew, { ...draft, values: [value('low', '1'), value('well', '0')] }))
  const { names, facets } = await search({ kind: 'downcode' })
  expect(names).toEqual(['LOWNESS'])
  expect(facets['collection']).toEqual([
    ['bp', 1],
    ['sz', 1],
  ])
  expect((await search({ kind: 'downcode', collection: 'au' })).names).toEqual([])
})

test('a small unreadable collection appears as one without answers', async () => {
  const careful = await createTestServer({ minimumCell: 3 })
  const researcher = await careful.callAs('researcher')
  const { facets } = await search({}, '', researcher)
  expect(facets['collection']?.map(([collection]) => collection)).toEqual(['bp', 'sz'])
  const seen = await search({}, '', await careful.callAs('admin'))
  expect(seen.facets['collection']?.map(([collection]) => collection)).toContain('au')
  // With a cohort, only answers of readable members count.
  const colleague = await careful.callAs('colleague')
  const cohortid = await saveSmokers(colleague)
  const all = await search({ cohortid }, '', await careful.callAs('colleague'))
  expect(all.names.toSorted()).toEqual([
    'AGE',
    'AGE_AT_ONSET',
    'BIRTH',
    'HOSPITAL_ID',
    'MARITAL',
    'MOOD_LOW',
    'MOOD_SCORE',
    'NOTES',
    'SEEN',
    'SMOKER',
    'SYMPTOMS',
  ])
  const smokers = await saveSmokers(researcher)
  expect((await search({ cohortid: smokers }, 'age', researcher)).names).toEqual(['AGE', 'AGE_AT_ONSET'])
  careful.close()
})

test('returns the first hits and the total number of hits', async () => {
  const ask = { searchstring: 'mood', searchtype: 'question', facets: true } as const
  const { data, total } = valueOf(await call(variableSearch, { ...ask, limit: 2 }))
  expect([data.map((hit) => hit.variable_name), total]).toEqual([['MOOD_LOW', 'MOOD_SCORE'], 3])
  expect(await call(variableSearch, { ...ask, limit: 0 })).toMatchObject({ status: 400 })
  expect(await call(variableSearch, { ...ask, limit: 1_001 })).toMatchObject({ status: 400 })
})

test('a search shows how its words were interpreted, the matching fields and the nearest variables', async () => {
  const ask = async (searchstring: string, caller = call) =>
    valueOf(await caller(variableSearch, { searchstring, searchtype: 'question', nearest: true }))
  const { data, nearest, reading } = await ask('insomnia appetiet')
  expect(data.map(({ variable_name, matched }) => [variable_name, matched])).toEqual([['SYMPTOMS', ['meanings']]])
  expect([nearest, reading?.corrections, reading?.synonyms]).toEqual([true, [{ from: 'appetiet', to: 'appetite' }], []])
  const synonym = await ask('smoking status')
  expect([synonym.nearest, synonym.data.map((hit) => hit.variable_name)]).toEqual([true, ['SMOKER']])
  expect((await ask('tobacco')).reading?.synonyms).toEqual([{ word: 'tobacco', synonyms: ['smoking', 'smoker'] }])
  expect((await ask('zzzzzz')).data).toEqual([])
  // Nearest matches are an option.
  expect(valueOf(await call(variableSearch, { searchstring: 'mood zzz', searchtype: 'question' })).data).toEqual([])
  const plain = await createTestServer({ capabilities: [] })
  const result = await ask('mood zzz', await plain.callAs('researcher'))
  expect(result).toEqual({ data: [], facets: {}, nearest: false })
  plain.close()
})

test('does not correct a word of a custom variable to a word of the catalog', async () => {
  const values = ['0', '1'].map((constraint_value) => ({
    name: `V${constraint_value}`,
    definition: {
      relationship: 'AND' as const,
      constraints: [{ variable_name: 'MOOD_LOW', constraint_type: 'EQ', constraint_value }],
    },
  }))
  valueOf(await call(constructNew, { name: 'SMOKRE', construct_type: 'downcode', variables: ['MOOD_LOW'], values }))
  const result = valueOf(await call(variableSearch, { searchstring: 'smokre', searchtype: 'question' }))
  expect(result.data.map(({ variable_name, matched }) => [variable_name, matched])).toEqual([['SMOKRE', ['name']]])
})

test('sketches have a few bars in the order of the codes, and no values of single participants', async () => {
  const names = ['SYMPTOMS', 'HOSPITAL_ID', 'NOTES', 'BIRTH', 'no_such', 'mood_low']
  expect(valueOf(await call(variableSketches, { variable_names: names })).data).toEqual([
    {
      variable_name: 'SYMPTOMS',
      counts: [
        ['A', 3],
        ['B', 3],
        ['C', 2],
      ],
    },
    {
      variable_name: 'MOOD_LOW',
      counts: [
        ['0', 1],
        ['1', 2],
      ],
    },
  ])
  const [age] = valueOf(await call(variableSketches, { variable_names: ['AGE'] })).data
  expect(age?.counts).toHaveLength(12)
  expect(age?.counts.reduce((sum, [, count]) => sum + (count ?? 0), 0)).toBe(6)
  const many = Array.from({ length: 51 }, (_, place) => `V${place}`)
  expect(await call(variableSketches, { variable_names: many })).toMatchObject({ status: 400 })
})

test('finds the same question in other forms and versions, the nearest first', async () => {
  const asking = (instrument: string, version: string, questions: Record<string, string>): StudyForm => ({
    instrument,
    version,
    variables: Object.entries(questions).map(([name, question]) => ({ name, dataType: 'text', question })),
    records: {},
  })
  const [intake] = SMALL_STUDY.forms
  const forms = [
    asking('SLEEP', '1', { S1: 'Did you wake up too early?', S1B: 'Did you wake up too early?', EMPTY: '' }),
    asking('SLEEP', '2', { S2: 'Did you WAKE up too early lately?', OTHER: 'Did you sleep?' }),
    asking('LIFE', '1', { L1: 'Too early did you wake up' }),
  ]
  const other = await createTestServer({
    study: { participants: SMALL_STUDY.participants, forms: [...(intake ? [intake] : []), ...forms] },
  })
  const ask = await other.callAs('newcomer')
  const similar = valueOf(await ask(variableSimilar, { variable_name: 's1' })).data
  expect(
    similar.map((hit) => [hit.variable_name, hit.contributors[0]?.instrument, hit.contributors[0]?.version]),
  ).toEqual([
    ['L1', 'LIFE', '1'],
    ['S2', 'SLEEP', '2'],
  ])
  expect(similar[0]?.score).toBeCloseTo(1)
  expect(similar[1]?.score).toBeLessThan(1)
  for (const variable_name of ['AGE', 'EMPTY']) {
    expect(valueOf(await ask(variableSimilar, { variable_name })).data).toEqual([])
  }
  expect(await ask(variableSimilar, { variable_name: 'NO_SUCH' })).toMatchObject({ status: 404 })
  other.close()
})

test('offers no catalog extensions without the capability', async () => {
  const plain = await createTestServer({ capabilities: [] })
  const ask = await plain.callAs('researcher')
  expect(await ask(variableSketches, { variable_names: ['AGE'] })).toMatchObject({ status: 404 })
  expect(await ask(variableSimilar, { variable_name: 'AGE' })).toMatchObject({ status: 404 })
  plain.close()
})
