import { expect, test } from 'vitest'
import type { Variable } from '#contract/shapes/entities.ts'
import { canCombine, combineVersions } from '#features/custom-variables/combine-versions.ts'
import { madeVariable } from '#tests/support/made-variable.ts'

function version(variableName: string, valueMapping: Record<string, string>): Variable {
  return { ...madeVariable(variableName, Object.keys(valueMapping)), valueMapping }
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
