import * as v from 'valibot'
import { expect, test } from 'vitest'
import { VARIABLE_SET_NAME_MAX } from '#domain/limits.ts'
import { missingForSave, StoredVariableSetEdit, suggestedSetName } from '#features/variable-sets/use-cases.ts'

const AGES = { name: 'Ages', description: 'Two of them', variables: ['AGE', 'AGE_AT_ONSET'] }

test.each([
  [{ ...AGES, variables: [] }, ['Choose at least one variable.']],
  [{ ...AGES, name: '  ' }, ['Enter a name.']],
  [{ ...AGES, name: 'A "set"' }, ['Name cannot contain quotes or backslashes.']],
  [{ ...AGES, name: 'x'.repeat(VARIABLE_SET_NAME_MAX + 1) }, ['Name is too long; maximum 64 characters']],
  [{ name: '', description: '', variables: [] }, ['Choose at least one variable.', 'Enter a name.']],
  [AGES, []],
])('lists the missing parts of %j before Save: %j', (draft, missing) => {
  expect(missingForSave(draft)).toEqual(missing)
})

test('restores a stored edit with its base version', () => {
  const edit = { ...AGES, base: { thing: AGES, version: null } }
  expect(v.parse(StoredVariableSetEdit, JSON.parse(JSON.stringify(edit)))).toEqual(edit)
  expect(v.is(StoredVariableSetEdit, { ...edit, variables: 'AGE' })).toBe(false)
})

test.each([
  [[], ''],
  [['AGE'], 'AGE'],
  [['AGE', 'SEX', 'MOOD'], 'AGE and 2 more'],
  [['X'.repeat(80), 'SEX'], `${'X'.repeat(VARIABLE_SET_NAME_MAX - ' and 1 more'.length)} and 1 more`],
])('suggests a name for a set of %j', (variables, name) => {
  expect(suggestedSetName(variables)).toBe(name)
})
