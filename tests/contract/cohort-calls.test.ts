import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortInfo, cohortNew, cohortPreview, cohortSummary } from '#contract/cohorts.ts'
import { projectNew } from '#contract/projects.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'

let server: TestServer
let call: WireCall
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('researcher')
})
afterAll(() => server.close())

const subset = { parent_id: 1, cohort_type: 'subset' } as const
const row = { consent: 'general', dx_nimh: 'bipolar', collection: 'bp', study_id: '1', hidden: false }

test('a preview counts matches by answer and stratum, and the outcomes of all others', async () => {
  const draft = { ...subset, variable: 'AGE', constraint_type: 'GTE', constraint_value: '50' }
  expect(await call(cohortPreview, draft)).toEqual({
    ok: true,
    value: {
      data: [
        { ...row, count: 1, value: '50', dx_nimh: 'control' },
        { ...row, count: 1, value: '52' },
        { ...row, count: 1, value: '61.5', study_id: '2', consent: 'disease' },
      ],
      split: { match: 3, no_match: 3, unknown: 2, no_record: 4 },
      totals: null,
      undecided: null,
      placeholders: 0,
      left_out: [],
    },
  })
  expect(await call(cohortPreview, { ...draft, constraint_value: '100' })).toMatchObject({
    ok: true,
    value: { data: [], split: { match: 0, no_match: 6, unknown: 2, no_record: 4 } },
  })
})

test('a condition with many values counts each value once', async () => {
  const draft = { ...subset, name: 'Any', constraint_type: 'ANYOF' }
  const many = (...codes: string[]) => [...codes, ...Array.from({ length: 998 }, (_, index) => `x${index}`)]
  for (const [variable, first, second] of [
    ['MARITAL', '1', '2'],
    ['SYMPTOMS', 'A', 'B'],
  ] as const) {
    const few = await call(cohortPreview, { ...draft, variable, constraint_values: [first, second] })
    const asked = { ...draft, variable, constraint_values: [...many(first, second), first, second] }
    expect(few).toMatchObject({ ok: true })
    expect(await call(cohortPreview, asked)).toEqual(few)
    expect(
      await call(cohortPreview, { ...asked, constraint_values: [...asked.constraint_values, 'more'] }),
    ).toMatchObject({ status: 422, serverMessage: 'At most 1,000 values can be given.' })
  }
})

test('a saved subset has the members of its preview, and can be the parent of another cohort', async () => {
  const made = await call(cohortNew, {
    ...subset,
    name: 'Grown up',
    description: 'Of age',
    variable: 'age',
    constraint_type: 'BETWEEN',
    constraint_values: ['18', '52'],
  })
  if (!made.ok) throw new Error(made.message)
  const parentId = made.value.new_cohort_id
  const child = await call(cohortNew, {
    ...subset,
    parent_id: parentId,
    name: 'Sleepless',
    variable: 'SYMPTOMS',
    constraint_type: 'EQ',
    constraint_value: 'A',
  })
  if (!child.ok) throw new Error(child.message)
  const childId = child.value.new_cohort_id

  const result = await call(cohortInfo, { cohortid: parentId })
  if (!result.ok) throw new Error(result.message)
  expect(result.value.cohorts).toEqual([
    {
      cohortid: parentId,
      name: 'Grown up',
      description: 'Of age',
      parent_id: 1,
      secondparent_id: null,
      parent: 'All Individuals',
      parents: [{ cohortid: 1, name: 'All Individuals' }],
      children: [{ cohortid: childId, name: 'Sleepless' }],
      constraint_type: 'BETWEEN',
      constraint_values: ['18', '52'],
      variable_name: 'AGE',
      rowcount: 4,
      collections: ['au', 'bp', 'sz'],
      min_pedsize: null,
      ped_constraint: null,
      ped_constraint_count: null,
      kept: 4,
      undecided: null,
      counted: { at: '2024-01-01T00:00:00.000Z', people: 12, is_current: true, release: null },
      withdrawn: 0,
      rules_words: null,
      version: expect.any(String),
      projectid: 1,
    },
  ])
  expect(await call(cohortInfo, {})).toMatchObject({
    ok: true,
    value: {
      cohorts: [
        { cohortid: 1, rowcount: 12, collections: ['au', 'bp', 'sz'], children: [{ cohortid: parentId }] },
        { cohortid: parentId },
        { cohortid: childId, rowcount: 1, parents: [{ cohortid: 1 }, { cohortid: parentId }] },
      ],
    },
  })
  expect(await call(cohortSummary, { cohortid: childId })).toEqual({
    ok: true,
    value: {
      data: [{ ...row, count: 1, value: 'A;B' }],
      split: null,
      totals: null,
      undecided: null,
      placeholders: 0,
      left_out: [],
    },
  })
  const allIndividuals = await call(cohortSummary, { cohortid: 1 })
  if (!allIndividuals.ok) throw new Error(allIndividuals.message)
  expect(allIndividuals.value.data.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(12)

  const other = await server.callAs('admin')
  expect(await other(cohortInfo, { cohortid: parentId })).toMatchObject({ status: 404 })
  expect(await other(cohortSummary, { cohortid: parentId })).toMatchObject({ status: 404 })
  expect(await other(cohortPreview, { ...subset, parent_id: parentId })).toMatchObject({ status: 404 })
})

test('refuses a duplicate name in a project and an empty cohort', async () => {
  const draft = { ...subset, name: 'Smokers', variable: 'SMOKER', constraint_type: 'VALID' }
  expect(await call(cohortNew, draft)).toMatchObject({ ok: true })
  expect(await call(cohortNew, { ...draft, name: ' SMOKERS ' })).toMatchObject({
    status: 409,
    serverMessage: 'A cohort with this name already exists. Please choose a different name.',
  })
  expect(await call(cohortNew, { ...draft, name: 'all individuals' })).toMatchObject({ status: 409 })
  expect(await call(cohortNew, { ...draft, name: 'A\u0000' })).toMatchObject({ status: 422 })
  expect(await call(cohortNew, { ...draft, name: 'A', description: 'x'.repeat(4_001) })).toMatchObject({ status: 400 })
  const project = await call(projectNew, { name: 'Another' })
  if (!project.ok) throw new Error(project.message)
  expect(await call(cohortNew, draft)).toMatchObject({ ok: true })
  expect(await call(cohortNew, { ...draft, projectid: 1 })).toMatchObject({ status: 409 })
  const inProject = await call(cohortInfo, { projectid: project.value.new_project_id })
  expect(inProject).toMatchObject({ ok: true, value: { cohorts: [{ cohortid: 1 }, { name: 'Smokers' }] } })

  const empty = { ...subset, name: 'Nobody', variable: 'AGE', constraint_type: 'GT', constraint_value: '200' }
  expect(await call(cohortNew, empty)).toMatchObject({ status: 422, serverMessage: 'Nobody is in this cohort.' })
  expect(await call(cohortNew, { ...draft, name: '' })).toMatchObject({ status: 422 })
})

test.each([
  [{ variable: 'AGE', constraint_type: 'BETWEEN', constraint_values: ['9', '1'] }, 422, /must not be greater/],
  [{ variable: 'AGE', constraint_type: 'EQ', constraint_value: 'x' }, 422, /must be a number/],
  [{ variable: 'AGE', constraint_type: 'LIKE', constraint_value: 'x' }, 422, /no operator "LIKE"/],
  [{ variable: 'MARITAL', constraint_type: 'GT', constraint_value: '1' }, 422, /cannot be compared/],
  [{ variable: 'BIRTH', constraint_type: 'GT', constraint_value: '1987-02-3' }, 422, /Date is not long enough/],
  [{ variable: 'NOTES', constraint_type: 'REGEX', constraint_value: 'a(b' }, 422, /breaks at character 2: missing \)/],
  [{ variable: 'NOTES', constraint_type: 'NREGEX', constraint_value: '[x](a)\\1' }, 422, /at character 7.*\\1/],
  [{ variable: 'NO_SUCH', constraint_type: 'VALID' }, 404, /variable/],
  [{ constraint_type: 'VALID' }, 422, /variable is required/],
  [{ variable: `AGE"; DROP TABLE individual; --`, constraint_type: 'VALID' }, 404, /variable/],
])('refuses the invalid condition %o', async (draft, status, message) => {
  const refusal = await call(cohortPreview, { ...subset, ...draft })
  expect(refusal).toMatchObject({ ok: false, status, serverMessage: expect.stringMatching(message) })
})

test('lists identifying answers of readable participants only', async () => {
  expect(await validRows('researcher', 'NOTES')).toEqual([
    ['bp', ' hello ', 1],
    ['bp', 'Says "hello", twice', 1],
    ['sz', 'Élan vital', 1],
    ['au', null, 1],
  ])
  expect(await validRows('admin', 'NOTES')).toContainEqual(['au', 'line one\r\nline two', 1])
  expect(await validRows('researcher', 'MARITAL')).toEqual(await validRows('admin', 'MARITAL'))
})

test('a condition on an identifier does not disclose its participant', async () => {
  const draft = { ...subset, variable: 'HOSPITAL_ID', constraint_type: 'EQ', constraint_value: 'h-9' }
  const split = async (name: 'researcher' | 'admin') => {
    const result = await (await server.callAs(name))(cohortPreview, draft)
    return result.ok && 'split' in result.value ? result.value.split : null
  }
  expect(await split('researcher')).toEqual({
    match: 0,
    no_match: 4,
    unknown: 2,
    no_record: 3,
    not_counted: 3,
    not_counted_collections: ['au'],
  })
  expect(await split('admin')).toEqual({ match: 1, no_match: 4, unknown: 3, no_record: 4 })
})

async function validRows(name: Username, variable: string) {
  const result = await (await server.callAs(name))(cohortPreview, { ...subset, variable, constraint_type: 'VALID' })
  if (!result.ok) throw new Error(result.message)
  return result.value.data.map((row) => ('value' in row ? [row.collection, row.value, row.count] : []))
}
