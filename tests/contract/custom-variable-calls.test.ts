import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortNew, cohortPreview } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import * as constructs from '#contract/custom-variables.ts'
import { downloadNew, downloadPreview } from '#contract/downloads.ts'
import { projectNew } from '#contract/projects.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { variableDistribution, variableLookup, variableSearch } from '#contract/variables.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let call: WireCall
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('researcher')
})
afterAll(() => server.close())

type Draft = Parameters<typeof constructNew.failure>[0]

const where = (variable_name: string, constraint_type: string, ...values: string[]) => ({
  variable_name,
  constraint_type,
  ...(values.length === 1 ? { constraint_value: values[0] } : { constraint_values: values }),
})
const value = (name: string, ...constraints: ReturnType<typeof where>[]) => ({
  name,
  description: '',
  definition: { relationship: 'AND' as const, constraints },
})

const MARRIED = {
  name: 'MARRIED',
  construct_type: 'downcode' as const,
  defaultValue: '',
  description: 'Married or not',
  variables: ['MARITAL'],
  variable_limit: 1,
  values: [value('yes', where('marital', 'EQ', '1')), value('no', where('MARITAL', 'ANYOF', '2', '3'))],
}
const STATE = {
  name: 'STATE',
  construct_type: 'multiple' as const,
  defaultValue: 'other',
  description: '',
  variables: ['AGE', 'MOOD_LOW'],
  values: [value('low', where('MOOD_LOW', 'EQ', '1')), value('old', where('AGE', 'GTE', '50')), value('other')],
}
const cells = (...pairs: [string, string][]) => ({
  relationship: 'OR' as const,
  constraints: pairs.map(([a, b]) => ({
    relationship: 'AND' as const,
    constraints: [where('SMOKER', 'EQ', a), where('MOOD_LOW', 'EQ', b)],
  })),
})
const BOTH = {
  name: 'BOTH',
  construct_type: 'merge' as const,
  defaultValue: '',
  description: '',
  variables: ['SMOKER', 'MOOD_LOW'],
  values: [
    { name: 'both', description: '', definition: cells(['1', '1']) },
    { name: 'not', description: '', definition: cells(['1', '0'], ['1', '[UNK]'], ['[UNK]', '0'], ['[UNK]', '1']) },
  ],
}

test('counts, finds and lists a custom variable like a base variable', async () => {
  const married = valueOf(await call(constructNew, MARRIED))
  expect(married.variable_name).toBe('MARRIED')
  const info = valueOf(await call(constructs.constructInfo, { constructid: 'married' })).custom_vars[0]
  expect(info).toMatchObject({
    constructid: married.constructid,
    name: 'MARRIED',
    construct_type: 'downcode',
    data_type: 'categorical',
    observations: 7,
    top_answers: [
      ['no', 4],
      ['yes', 2],
      ['[UNK]', 1],
    ],
    variables: ['MARITAL'],
    possible_values: ['yes', 'no'],
    default_value: '[UNK]',
    contributors: [{ variable_name: 'MARITAL' }],
    values: [
      { name: 'yes', definition: { constraints: [{ variable_name: 'MARITAL', constraint_value: '1' }] }, order: 0 },
      { name: 'no', definition: { constraints: [{ constraint_values: ['2', '3'] }] }, order: 1 },
    ],
  })
  const list = valueOf(await call(constructs.constructList, {})).custom_vars
  expect(list).toMatchObject([{ variable_name: 'MARRIED', variable_type: 'downcode', observations: 7 }])

  const search = async (searchstring: string) =>
    valueOf(await call(variableSearch, { searchstring, searchtype: 'question' })).data.map((hit) => hit.variable_name)
  expect(await search('married')).toEqual(['MARRIED', 'MARITAL'])
  expect(await search('')).toHaveLength(14)
  expect((await search('')).toSorted()).toEqual(await search(''))

  const [base, custom] = valueOf(await call(variableLookup, { variable_names: ['AGE', 'MARRIED'] })).data
  expect([base?.variable_type, custom?.variable_type, custom?.observations]).toEqual(['variable', 'downcode', 7])
})

test('assigns the default to known non-matches only, not to unknown ones', async () => {
  const state = valueOf(await call(constructNew, STATE))
  const [details] = valueOf(await call(variableLookup, { variable_names: ['STATE'] })).data
  expect(details).toMatchObject({
    observations: 6,
    default_value: 'other',
    top_answers: [
      ['low', 2],
      ['old', 2],
      ['[UNK]', 1],
      ['other', 1],
    ],
  })
  const split = async (constraint_type: string, constraint_value: string) => {
    const draft = { parent_id: 1, cohort_type: 'subset' as const, variable: 'state', constraint_type, constraint_value }
    return valueOf(await call(cohortPreview, draft)).split
  }
  expect(await split('EQ', 'low')).toEqual({ match: 2, no_match: 3, unknown: 4, no_record: 3 })
  expect(await split('NEQ', 'low')).toEqual({ match: 3, no_match: 2, unknown: 4, no_record: 3 })
  expect(await split('EQ', '[UNK]')).toEqual({ match: 7, no_match: 5, unknown: 0, no_record: 0 })

  const set = valueOf(await call(variableSetNew, { name: 'States', variables: ['state', 'AGE'] }))
  const [prepared] = valueOf(await call(downloadNew, { cohortid: 1, varsetid: set.id }))
  const file = valueOf(await call(downloadPreview, { downloadid: prepared?.download_id ?? '' }))
  expect(file.columns.slice(-2)).toEqual(['STATE', 'AGE'])
  expect(file.data.map((row) => row[6])).toEqual(['low', 'old', 'other', 'old', null, 'low', null, null, null])

  expect(await call(constructs.constructDelete, { constructid: state.constructid })).toMatchObject({
    status: 409,
    serverMessage: 'It is still used by the variable set "States".',
  })
})

test('a table of two variables must assign every combination', async () => {
  const both = valueOf(await call(constructNew, BOTH))
  const [details] = valueOf(await call(variableLookup, { variable_names: ['BOTH'] })).data
  expect(details).toMatchObject({
    observations: 5,
    top_answers: [
      ['not', 4],
      ['both', 1],
    ],
  })

  const over = await call(constructNew, {
    ...MARRIED,
    name: 'OVER',
    variables: ['BOTH'],
    values: [value('x', where('BOTH', 'EQ', 'both')), value('y', where('BOTH', 'NEQ', 'both'))],
  })
  expect(valueOf(over).variable_name).toBe('OVER')
  expect(await call(constructs.constructDelete, { constructid: both.constructid })).toMatchObject({
    status: 409,
    serverMessage: 'It is still used by the custom variable "OVER".',
  })
  expect(
    await call(constructNew, { ...BOTH, name: 'PART', values: [...BOTH.values.slice(0, 1), value('none')] }),
  ).toMatchObject({
    status: 422,
  })
})

const REFUSED: [Draft, number, string][] = [
  [{ ...MARRIED, name: 'ab' }, 422, 'Variable name is not long enough; minimum 3 characters'],
  [{ ...MARRIED, name: 'age' }, 409, 'A variable with this name already exists. Please choose a different name.'],
  [{ ...MARRIED, name: 'Married' }, 409, 'A variable with this name already exists. Please choose a different name.'],
  [{ ...MARRIED, values: MARRIED.values.slice(1) }, 422, 'At least 2 values are needed.'],
  [
    { ...MARRIED, variables: ['SMOKER'] },
    422,
    'SMOKER is dichotomous: a downcode takes every variable but a dichotomous one.',
  ],
  [{ ...MARRIED, variables: ['MARITAL', 'AGE'] }, 422, 'Exactly one variable is needed.'],
  [{ ...MARRIED, variables: ['NOTHING'] }, 404, 'There is no such variable.'],
  [{ ...MARRIED, variables: ['NEW_ONE'] }, 404, 'There is no such variable.'],
  [{ ...MARRIED, defaultValue: 'maybe' }, 422, 'The default must be one of the values.'],
  [{ ...STATE, values: [...STATE.values, value('more')] }, 422, 'The value more needs a constraint.'],
  [{ ...STATE, values: [...STATE.values, value('low')] }, 422, 'The value low occurs twice.'],
  [{ ...STATE, variables: ['AGE'] }, 422, 'low: MOOD_LOW is not among the variables.'],
  [{ ...STATE, values: [...STATE.values, value('[UNK]')] }, 422, 'Use up to 48 letters, digits or underscores.'],
  [{ ...BOTH, defaultValue: 'both' }, 422, 'A combination of two variables has no default.'],
  [
    { ...BOTH, variables: ['SMOKER', 'AGE'] },
    422,
    'AGE is numberrange: two variables are combined only where both are categorical or dichotomous.',
  ],
  [
    { ...BOTH, values: [...BOTH.values.slice(0, 1), { name: 'not', definition: cells(['1', '0']) }] },
    422,
    'Every combination must be assigned: 1 × [UNK] is not.',
  ],
  [
    { ...BOTH, values: [...BOTH.values.slice(0, 1), { name: 'not', definition: cells(['1', '1']) }] },
    422,
    'The combination 1 × 1 cannot be assigned to not.',
  ],
]

test.each(REFUSED)('refuses %o', async (draft, status, serverMessage) => {
  const isNew = ['MARRIED', 'STATE', 'BOTH'].includes(draft.name)
  const result = await call(constructNew, isNew ? { ...draft, name: 'NEW_ONE' } : draft)
  expect(result).toMatchObject({ ok: false, status, serverMessage })
})

test('a copy gets a unique name; a custom variable in use cannot be renamed', async () => {
  const [married] = valueOf(await call(constructs.constructInfo, { constructid: 'MARRIED' })).custom_vars
  const constructid = married?.constructid ?? 0
  const project = valueOf(await call(projectNew, { name: 'Other' })).new_project_id
  const copies = [
    valueOf(await call(constructs.constructCopy, { constructid, projectid: project })),
    valueOf(await call(constructs.constructCopy, { constructid, projectid: project })),
  ]
  expect(copies.map((copy) => copy.variable_name)).toEqual(['MARRIED_2', 'MARRIED_3'])
  const inProject = valueOf(await call(constructs.constructList, { projectid: project })).custom_vars
  expect(inProject.map((variable) => [variable.variable_name, variable.observations])).toEqual([
    ['MARRIED_2', 7],
    ['MARRIED_3', 7],
  ])
  const second = copies[0]?.constructid ?? 0
  expect(await call(constructs.constructEdit, { constructid: second, name: 'AGE' })).toMatchObject({ status: 409 })
  expect(await call(constructs.constructEdit, { constructid: second, name: 'WED', description: 'x' })).toMatchObject({
    ok: true,
  })
  const draft = { parent_id: 1, cohort_type: 'subset', variable: 'WED', constraint_type: 'EQ' } as const
  valueOf(await call(cohortNew, { ...draft, name: 'Wed', constraint_value: 'yes' }))
  expect(await call(constructs.constructEdit, { constructid: second, name: 'WEDDED' })).toMatchObject({
    status: 409,
    serverMessage: 'It is still used by the cohort "Wed".',
  })
  expect(await call(constructs.constructEdit, { constructid: second, description: 'y' })).toMatchObject({ ok: true })
  const third = copies[1]?.constructid ?? 0
  expect(await call(constructs.constructDelete, { constructid: third })).toMatchObject({ ok: true })
  expect(await call(constructs.constructInfo, { constructid: third })).toMatchObject({ status: 404 })
  expect(await (await server.callAs('admin'))(constructs.constructInfo, { constructid })).toMatchObject({ status: 404 })
})

test('has one number of observations everywhere: [UNK] is a value, also in files', async () => {
  // Who reads all collections: files have no others.
  const admin = await server.callAs('admin')
  const name = 'NO_DEFAULT'
  const { constructid } = valueOf(
    await admin(constructNew, { ...STATE, name, defaultValue: '[UNK]', values: STATE.values.slice(0, 2) }),
  )
  const listed = valueOf(await admin(constructs.constructList, {})).custom_vars
  const info = valueOf(await admin(constructs.constructInfo, { constructid })).custom_vars[0]
  const page = valueOf(await admin(variableLookup, { variable_names: [name] })).data[0]
  const hit = valueOf(await admin(variableSearch, { searchstring: name, searchtype: 'question' })).data[0]
  const spread = valueOf(await admin(variableDistribution, { variable_name: name, cohortids: [1] })).data[0]
  const numbers = [
    listed.find(({ variable_name }) => variable_name === name)?.observations,
    info?.observations,
    page?.observations,
    hit?.observations,
    page?.top_answers.reduce((sum, [, count]) => sum + (count ?? 0), 0),
    spread?.categories?.reduce((sum, [, count]) => sum + (count ?? 0), 0),
  ]
  const varsetid = valueOf(await admin(variableSetNew, { name, variables: [name] })).id
  const [prepared] = valueOf(await admin(downloadNew, { cohortid: 1, varsetid }))
  const rows = valueOf(await admin(downloadPreview, { downloadid: prepared?.download_id ?? '' })).data
  const filled = rows.filter((cells) => (cells.at(-1) ?? '') !== '')
  expect([...numbers, filled.length]).toEqual(numbers.map(() => 6).concat(6))
  expect(page?.top_answers.map(([value]) => value)).toContain('[UNK]')
})
