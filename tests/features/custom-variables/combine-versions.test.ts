import { expect, test } from 'vitest'
import type { Variable } from '#contract/shapes/entities.ts'
import { VARIABLE_NAME_MAX } from '#domain/limits.ts'
import {
  canCombine,
  combineVersions,
  sourceName,
  sourceOfAnswers,
} from '#features/custom-variables/combine-versions.ts'
import { madeVariable } from '#tests/support/made-variable.ts'

function version(variableName: string, valueMapping: Record<string, string>): Variable {
  return { ...madeVariable(variableName, Object.keys(valueMapping)), valueMapping }
}

function contributor(instrument: string, version: string) {
  return { variableName: '', section: '', item: '', tocPage: '', pdfFile: '', pdfPage: '', instrument, version }
}

const is = (variableName: string, constraintValue: string) => ({
  variableName,
  constraintType: 'EQ',
  constraintValue,
  constraintValues: null,
})

test('gives one value to each meaning, whatever its code in a version', () => {
  const { construct, conflicts } = combineVersions([
    version('OLD', { '0': 'No', '1': 'Yes' }),
    version('NEW', { '1': 'no', '2': 'Yes', '3': 'Not sure' }),
  ])
  expect(construct.values.map(({ name }) => name)).toEqual(['no', 'yes', 'not_sure'])
  expect(construct.variables).toEqual(['OLD', 'NEW'])
  expect(construct.values[1]?.definition).toEqual({
    relationship: 'OR',
    constraints: [is('OLD', '1'), { relationship: 'AND', constraints: [is('OLD', '[UNK]'), is('NEW', '2')] }],
  })
  expect(conflicts).toEqual(['Code 1 is "Yes" in OLD; "no" in NEW.'])
  expect(construct.description).toBe('The first answer in OLD, NEW. Code 1 is "Yes" in OLD; "no" in NEW.')
})

test('is described by the question of the first version, and by where the value comes from', () => {
  const codes = { '1': 'Yes' }
  const asked = { ...version('A', codes), question: 'Ever low?' }
  expect(combineVersions([asked, version('B', codes)]).construct.description).toBe(
    'Ever low? The first answer in A, B.',
  )
})

test('reads a later version only where all earlier ones have no answer', () => {
  const codes = { '1': 'Yes' }
  const { construct } = combineVersions([version('A', codes), version('B', codes), version('C', codes)])
  expect(construct.values[0]?.definition.constraints[2]).toEqual({
    relationship: 'AND',
    constraints: [is('A', '[UNK]'), is('B', '[UNK]'), is('C', '1')],
  })
})

test('names a code without a meaning after the code', () => {
  const { construct } = combineVersions([madeVariable('A', ['1', '2']), madeVariable('B', ['2', '3'])])
  expect(construct.values.map(({ name }) => name)).toEqual(['code_1', 'code_2', 'code_3'])
})

test.each([
  ['categorical', true],
  ['multicategory', false],
  ['numberrange', false],
  ['text', false],
] as const)('combines a %s variable: %s', (dataType, can) => {
  expect(canCombine(madeVariable('A', [], dataType))).toBe(can)
})

test('names the form that gives each value, by the first answer', () => {
  const versions = [
    { ...version('OLD', { '1': 'Yes' }), contributors: [contributor('DIGS', '2.0')] },
    { ...version('NEW', { '1': 'Yes' }), contributors: [contributor('DIGS', '3.0')] },
    version('OTHER', { '1': 'Yes' }),
  ]
  const valid = (variableName: string) => ({ variableName, constraintType: 'VALID' })
  const source = sourceOfAnswers(versions, 'SEX_SOURCE')
  expect(source).toMatchObject({ name: 'SEX_SOURCE', variables: ['OLD', 'NEW', 'OTHER'], defaultValue: '[UNK]' })
  expect(source.values.map(({ name, definition }) => [name, definition.constraints])).toEqual([
    ['digs_2_0', [valid('OLD')]],
    ['digs_3_0', [is('OLD', '[UNK]'), valid('NEW')]],
    ['other', [is('OLD', '[UNK]'), is('NEW', '[UNK]'), valid('OTHER')]],
  ])
})

test('the name of the source fits the longest name', () => {
  expect(sourceName('SEX')).toBe('SEX_SOURCE')
  expect(sourceName('A'.repeat(VARIABLE_NAME_MAX))).toMatch(/A_SOURCE$/)
  expect(sourceName('A'.repeat(VARIABLE_NAME_MAX))).toHaveLength(VARIABLE_NAME_MAX)
})
