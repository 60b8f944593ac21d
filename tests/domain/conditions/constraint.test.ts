import { describe, expect, it } from 'vitest'
import { conditionProblem, conditionWords } from '#domain/conditions/constraint.ts'
import { isOperator } from '#domain/conditions/operators.ts'
import { acceptedOperators, DATA_TYPES, isDataType, moreOperators, offeredOperators } from '#domain/data-types.ts'

describe('operators by data type (spec section 5)', () => {
  it('offers the operators of the specification, and "any of" on request', () => {
    expect(DATA_TYPES.filter((type) => moreOperators(type).includes('ANYOF'))).toEqual(['categorical', 'multicategory'])
    expect(Object.fromEntries(DATA_TYPES.map((type) => [type, offeredOperators(type).join(' ')]))).toEqual({
      categorical: 'EQ NEQ',
      dichotomous: 'VALID',
      multicategory: 'EQ NEQ',
      numberrange: 'EQ NEQ GT LT GTE LTE BETWEEN',
      date: 'EQ NEQ GT LT GTE LTE BETWEEN',
      fuzzydate: 'EQ NEQ GT LT GTE LTE BETWEEN',
      identifier: 'EQ REGEX NREGEX STARTS ENDS',
      text: 'EQ REGEX NREGEX STARTS ENDS',
      null: 'EQ REGEX NREGEX STARTS ENDS',
    })
  })

  it('accepts VALID and EXISTS for every known data type only', () => {
    for (const type of DATA_TYPES) expect(acceptedOperators(type)).toEqual(expect.arrayContaining(['VALID', 'EXISTS']))
    expect(acceptedOperators('spectrogram')).toEqual([])
    for (const name of ['constructor', 'toString', '__proto__']) {
      expect([acceptedOperators(name), isDataType(name), isOperator(name)]).toEqual([[], false, false])
    }
  })
})

describe('condition problems', () => {
  it.each([
    ['numberrange', 'GT', ['9'], null],
    ['numberrange', 'GT', ['nine'], 'Value must be a number.'],
    ['numberrange', 'GT', ['-'], 'Value must be a number.'],
    ['numberrange', 'GT', [''], 'Value is required.'],
    ['numberrange', 'BETWEEN', ['2', '10'], null],
    ['numberrange', 'BETWEEN', ['10', '2'], 'The first value must not be greater than the second.'],
    ['numberrange', 'BETWEEN', ['10'], 'Exactly two values are needed.'],
    ['fuzzydate', 'BETWEEN', ['1990-UU-UU', '1990-01-01'], null],
    ['fuzzydate', 'BETWEEN', ['1991-UU-UU', '1990-12-31'], 'The first value must not be greater than the second.'],
    ['fuzzydate', 'LT', ['1990'], 'Date is not long enough'],
    ['fuzzydate', 'LT', ['1990-01-011'], 'Date is too long'],
    ['categorical', 'EQ', ['[UNK]'], null],
    ['multicategory', 'EQ', ['1;2'], 'Value is one code: to compare several, choose "is any of".'],
    ['multicategory', 'NEQ', ['1;2'], 'Value is one code: to compare several, choose "is any of".'],
    ['categorical', 'EQ', ['1;2'], null],
    ['numberrange', 'EQ', ['[UNK]'], null],
    ['categorical', 'ANYOF', [], 'At least one value is needed.'],
    ['categorical', 'ANYOF', Array.from({ length: 1_000 }, String), null],
    ['categorical', 'ANYOF', Array.from({ length: 1_001 }, String), 'At most 1,000 values can be given.'],
    ['categorical', 'GT', ['1'], 'A categorical variable cannot be compared with "is greater than".'],
    ['dichotomous', 'VALID', [], null],
  ] as const)('validates %s %s %j: %s', (dataType, operator, values, problem) => {
    expect(conditionProblem(dataType, { operator, values })).toBe(problem)
  })
})

describe('condition as text', () => {
  it.each([
    ['AGE', 'BETWEEN', ['18', '65'], 'AGE is between 18 and 65'],
    ['SEX', 'ANYOF', ['1', '2'], 'SEX is any of 1, 2'],
    ['FLAG', 'VALID', [], 'FLAG has a valid answer'],
    ['X', 'SOUNDS_LIKE', ['a'], 'X SOUNDS_LIKE a'],
  ])('describes %s %s %j', (variable, operator, values, words) => {
    expect(conditionWords(variable, operator, values)).toBe(words)
  })
})
