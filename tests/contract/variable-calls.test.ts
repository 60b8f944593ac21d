import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortNew } from '#contract/cohorts.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { variableLookup, variableSearch } from '#contract/variables.ts'
import { LOOKUP_NAMES_MAX, VARIABLE_SET_NAMES_MAX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let call: WireCall
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('researcher')
})
afterAll(() => server.close())

async function search(searchstring: string): Promise<string[]> {
  const result = await call(variableSearch, { searchstring, searchtype: 'question' })
  if (!result.ok) throw new Error(result.message)
  return result.value.data.map((hit) => hit.variable_name)
}

async function lookup(variable_names: string[], limit_cohortid?: number) {
  const result = await call(variableLookup, { variable_names, limit_cohortid })
  if (!result.ok) throw new Error(result.message)
  return result.value.data
}

test('matches each word as a prefix in name, original name, question, meanings or context', async () => {
  expect(await search('age')).toEqual(['AGE', 'AGE_AT_ONSET'])
  expect(await search('AGE_A')).toEqual(['AGE_AT_ONSET', 'AGE'])
  expect(await search('Old  BEGAN')).toEqual(['AGE_AT_ONSET'])
  expect(await search('participant')).toEqual(['AGE'])
  expect(await search('elan')).toEqual(['SYMPTOMS'])
  expect(await search('low')).toEqual(['MOOD_LOW', 'MOOD2_LOW'])
  expect(await search('interview')).toEqual(['SEEN', 'NOTES'])
  expect(await search('low no')).toEqual(['MOOD_LOW', 'MOOD2_LOW'])
  expect(await search('ow')).toEqual([])
  expect(await search('"; --')).toEqual([])
})

test('an empty query returns the whole catalog by name', async () => {
  const names = await search('')
  expect(names).toHaveLength(13)
  expect(names).toEqual([...names].sort())
})

test('an empty query with facets has screening questions first, then the most answered', async () => {
  const variables = ['AGE', 'MOOD_DAYS', 'MOOD_EVER', 'SLEEP_EVER'].map((name) => ({
    name,
    dataType: 'numberrange' as const,
  }))
  const records = {
    P1: { AGE: '30', MOOD_DAYS: '3', SLEEP_EVER: '1' },
    P2: { MOOD_DAYS: '4', MOOD_EVER: '1', SLEEP_EVER: '1' },
  }
  const participants = ['P1', 'P2'].map((id) => ({ id, family: null, collection: 'bp', study: '1' }))
  const small = await createTestServer({
    study: { participants, forms: [{ instrument: 'A', version: '1', variables, records }] },
  })
  const request = { searchstring: '', searchtype: 'question' as const, facets: true }
  const { data } = valueOf(await (await small.callAs('admin'))(variableSearch, request))
  small.close()
  expect(data.map(({ variable_name }) => variable_name)).toEqual(['SLEEP_EVER', 'MOOD_EVER', 'MOOD_DAYS', 'AGE'])
})

test('a hit contains enough fields to choose by', async () => {
  const result = await call(variableSearch, { searchstring: 'mood2', searchtype: 'question' })
  expect(result).toEqual({
    ok: true,
    value: {
      data: [
        {
          variable_name: 'MOOD2_LOW',
          variable_type: 'variable',
          data_type: 'categorical',
          question: 'Felt low lately',
          observations: 2,
          contributors: [{ instrument: 'MOOD', version: '2', section: 'A' }],
          matched: ['name'],
        },
      ],
      facets: {},
      nearest: false,
      reading: { corrections: [], synonyms: [], marks: ['mood2'] },
    },
  })
})

test('a lookup keeps the order, omits unknown names and counts the answers', async () => {
  const [symptoms, age] = await lookup(['SYMPTOMS', 'NO_SUCH', 'age'])
  expect(symptoms).toMatchObject({
    variable_name: 'SYMPTOMS',
    observations: 5,
    possible_values: ['A', 'B', 'C'],
    value_mapping: { A: 'Sleep', B: 'Appetite', C: 'Élan' },
    top_answers: [
      ['A', 3],
      ['B', 3],
      ['C', 2],
    ],
    contributors: [{ variable_name: 'SYMPTOMS', instrument: 'INTAKE', version: '1', section: 'A' }],
  })
  expect(age).toMatchObject({ variable_name: 'AGE', observations: 6 })
  expect(age?.top_answers).toContainEqual(['61.5', 1])
})

test('a lookup with a cohort counts answers within the cohort', async () => {
  const made = await call(cohortNew, {
    parent_id: 1,
    cohort_type: 'subset',
    name: 'Married',
    variable: 'MARITAL',
    constraint_type: 'EQ',
    constraint_value: '1',
  })
  if (!made.ok) throw new Error(made.message)
  const [symptoms] = await lookup(['SYMPTOMS'], made.value.new_cohort_id)
  expect(symptoms).toMatchObject({
    observations: 2,
    top_answers: [
      ['B', 2],
      ['A', 1],
    ],
  })
  const [unused] = await lookup(['UNUSED'], made.value.new_cohort_id)
  expect(unused).toMatchObject({ observations: 0, top_answers: [] })
  expect(await call(variableLookup, { variable_names: [], limit_cohortid: 999 })).toMatchObject({ status: 404 })
})

test('shows identifying answers only to users who can read the participant', async () => {
  const [record] = await lookup(['HOSPITAL_ID'])
  expect(record).toMatchObject({
    observations: 5,
    top_answers: [
      ['H-1', 1],
      ['H-2', 1],
      ['H-3', 1],
      ['H-6', 1],
      [null, 1],
    ],
  })
})

test('limits the number and length of names in a lookup', async () => {
  const names = (count: number) => Array.from({ length: count }, () => 'AGE')
  expect(valueOf(await call(variableLookup, { variable_names: names(LOOKUP_NAMES_MAX) })).data).toHaveLength(250)
  const refused = (message: string, path: string) => ({ ok: false, status: 400, issues: [{ path, message }] })
  expect(await call(variableLookup, { variable_names: names(LOOKUP_NAMES_MAX + 1) })).toMatchObject(
    refused('Expected at most 250 names', 'variable_names'),
  )
  expect(await call(variableLookup, { variable_names: ['x'.repeat(256)] })).toMatchObject(
    refused('Expected at most 255 characters', 'variable_names.0'),
  )
  const set = { name: 'Large', variables: names(VARIABLE_SET_NAMES_MAX + 1) }
  expect(await call(variableSetNew, set)).toMatchObject(refused('Expected at most 20,000 names', 'variables'))
})
