import { afterAll, beforeAll, expect, test } from 'vitest'
import { namedCall } from '#api/call.ts'
import type { WireCall, Result } from '#api/result.ts'
import { cohortInfo, cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructInfo } from '#contract/custom-variables.ts'
import { variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import {
  cohortDefinition,
  customVariableDefinition,
  variableSetDefinition,
} from '#features/definitions/copy-definition.ts'
import { pasteDefinition } from '#features/definitions/paste-definition.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let researcher: WireCall
let colleague: WireCall

beforeAll(async () => {
  server = await createTestServer()
  researcher = await server.callAs('researcher')
  colleague = await server.callAs('colleague')
})
afterAll(() => server.close())

function valueOf<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.message)
  return result.value
}

async function make(name: string, draft: object): Promise<number> {
  const whole = { parent_id: 1, cohort_type: 'subset' as const, name, ...draft }
  return valueOf(await researcher(cohortNew, whole)).new_cohort_id
}

test('copies a cohort with all its parents to another user, without duplicates', async () => {
  const adults = await make('Adults', {
    variable: 'AGE',
    constraint_type: 'BETWEEN',
    constraint_values: ['18', '99'],
  })
  const old = await make('Old', {
    parent_id: adults,
    variable: 'AGE',
    constraint_type: 'GTE',
    constraint_value: '50',
  })
  const young = await make('Young', {
    parent_id: adults,
    cohort_type: 'compound',
    constraint_type: 'SUBTRACT',
    secondparent_id: old,
  })
  const family = await make('Families', { parent_id: young, cohort_type: 'pedigree', min_pedsize: 1 })
  const text = valueOf(await cohortDefinition(namedCall(researcher), family))
  expect(text).not.toMatch(/cohortid|rowcount/)
  expect(text).toMatch(/"cohort_type".*"min_pedsize"/s)

  const pasted = valueOf(await pasteDefinition(namedCall(colleague), text, undefined))
  if (pasted.kind !== 'cohort') throw new Error('Expected a cohort.')
  expect(valueOf(await cohortDefinition(namedCall(colleague), pasted.cohortId))).toBe(text)
  const count = async () => valueOf(await colleague(cohortInfo, {})).cohorts.length
  expect(await count()).toBe(5)

  expect(valueOf(await pasteDefinition(namedCall(colleague), text, undefined))).toEqual(pasted)
  expect(await count()).toBe(5)
})

test('numbers a name that another object already has', async () => {
  const one = await make('Same name', { variable: 'AGE', constraint_type: 'EQ', constraint_value: '50' })
  const text = valueOf(await cohortDefinition(namedCall(researcher), one)).replace('"50"', '"52"')
  const pasted = valueOf(await pasteDefinition(namedCall(researcher), text, undefined))
  if (pasted.kind !== 'cohort') throw new Error('Expected a cohort.')
  const made = valueOf(await researcher(cohortInfo, { cohortid: pasted.cohortId })).cohorts[0]
  expect([made?.name, made?.constraint_values]).toEqual(['Same name (2)', ['52']])
})

test('copies a variable set with its variables in their order', async () => {
  const { id } = valueOf(await researcher(variableSetNew, { name: 'Mine', variables: ['SYMPTOMS', 'AGE'] }))
  const text = valueOf(await variableSetDefinition(namedCall(researcher), id))
  const pasted = valueOf(await pasteDefinition(namedCall(colleague), text, undefined))
  if (pasted.kind !== 'variable-set') throw new Error('Expected a variable set.')
  const [set] = valueOf(await colleague(variableSetInfo, { varsetid: pasted.variableSetId })).variablesets
  expect([set?.name, set?.variables]).toEqual(['Mine', ['SYMPTOMS', 'AGE']])
})

test.each([
  ['', 'The clipboard contains no definition from this product.'],
  ['{"format":"diver-definition","kind":"cohort","cohorts":[]}', 'The clipboard contains no definition'],
  [
    '{"format":"diver-definition","kind":"cohort","cohorts":[{"from":0,"cohort_type":"subset"}]}',
    'The clipboard contains no definition',
  ],
  [
    '{"format":"diver-definition","kind":"cohort","cohorts":[{"name":"x","from":"all","cohort_type":"subset","variable":"NO_SUCH","constraint_type":"VALID"}]}',
    'There is no such variable.',
  ],
])('refuses an invalid definition with a message: %s', async (text, words) => {
  const pasted = await pasteDefinition(namedCall(colleague), text, undefined)
  expect(pasted.ok ? '' : pasted.message).toContain(words)
})

test('All Individuals has no definition', async () => {
  const copied = await cohortDefinition(namedCall(researcher), 1)
  expect(copied.ok ? '' : copied.message).toBe('All Individuals has no definition to copy.')
})

test('copies a custom variable with its sources, and renames sources whose names are taken', async () => {
  const is = (variable_name: string, constraint_value: string) => ({
    relationship: 'AND' as const,
    constraints: [{ variable_name, constraint_type: 'EQ', constraint_value }],
  })
  const draft = (name: string, source: string, values: [string, string][]) => ({
    name,
    construct_type: 'downcode' as const,
    defaultValue: '',
    variables: [source],
    values: values.map(([value, code]) => ({ name: value, definition: is(source, code) })),
  })
  const first = draft('WED_NOW', 'MARITAL', [
    ['yes', '1'],
    ['no', '2'],
  ])
  valueOf(await researcher(constructNew, first))
  const codes: [string, string][] = [
    ['wed', 'yes'],
    ['single', 'no'],
  ]
  valueOf(await researcher(constructNew, draft('WED_WORDS', 'WED_NOW', codes)))
  const text = valueOf(await customVariableDefinition(namedCall(researcher), 'WED_WORDS'))
  expect(text).not.toMatch(/constructid|observations/)
  expect(text).toMatch(/"construct_type".*"variable_limit".*"constraint_type"/s)

  // The colleague has another variable of this name.
  valueOf(await colleague(constructNew, { ...first, values: first.values.toReversed() }))
  const pasted = { kind: 'custom-variable', variableName: 'WED_WORDS' }
  expect(valueOf(await pasteDefinition(namedCall(colleague), text, undefined))).toEqual(pasted)
  const made = valueOf(await colleague(constructInfo, { constructid: 'WED_WORDS' })).custom_vars
  expect(made).toMatchObject([{ variables: ['WED_NOW_2'], values: [{ name: 'wed' }, { name: 'single' }] }])
  const original = valueOf(await researcher(constructInfo, { constructid: 'WED_WORDS' })).custom_vars
  expect(made[0]?.top_answers).toEqual(original[0]?.top_answers)

  const base = valueOf(await customVariableDefinition(namedCall(colleague), 'WED_NOW_2'))
  expect(valueOf(await pasteDefinition(namedCall(colleague), base, undefined))).toMatchObject({
    variableName: 'WED_NOW_2',
  })
  expect(await pasteDefinition(namedCall(colleague), text.replaceAll('MARITAL', 'NOT_HERE'), undefined)).toMatchObject({
    ok: false,
    message: 'There is no variable named NOT_HERE here.',
  })
})
