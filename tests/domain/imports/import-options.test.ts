import { expect, test } from 'vitest'
import {
  missingText,
  NO_MISSING_CODES,
  NO_REPEATS,
  readRepeatRules,
  repeatText,
  readMissingCodes,
  readSameVariables,
  withSameVariable,
} from '#domain/imports/import-options.ts'

test('reads a rule for all tables and rules by table, each with a sort column', () => {
  expect(readRepeatRules('first, AE=wide,visits=last:Visit date')).toEqual({
    everywhere: { way: 'first', orderBy: null },
    byTable: new Map([
      ['ae', { way: 'wide', orderBy: null }],
      ['visits', { way: 'last', orderBy: 'Visit date' }],
    ]),
  })
})

test.each(['some', 'first,last', 'a=', 'a=first,A=last', 'first:'])('rejects the rules %j', (text) => {
  expect(readRepeatRules(text)).toBeNull()
})

test('reads codes for all columns and for named columns', () => {
  expect(readMissingCodes('-9, 999,Age=99,age=98,.')).toEqual({
    everywhere: ['-9', '999', '.'],
    byColumn: new Map([['age', ['99', '98']]]),
  })
})

test.each([',', 'age=', '=9', '1,,2'])('rejects the codes %j', (text) => {
  expect(readMissingCodes(text)).toBeNull()
})

test('maps columns to known variables, with or without a table', () => {
  expect([...(readSameVariables('Sexe=sex, visits:alter = AGE') ?? [])]).toEqual([
    ['sexe', 'SEX'],
    ['visits:alter', 'AGE'],
  ])
  for (const text of ['sexe', 'sexe=', '=SEX', 'a=A,a=B', 'a=A,'])
    expect([text, readSameVariables(text)]).toEqual([text, null])
})

test('writes rules and codes as they are read, none as a blank', () => {
  for (const text of ['', 'last', 'first:DATE,ae=wide,visits=last:Visit date'])
    expect(repeatText(readRepeatRules(text) ?? NO_REPEATS)).toBe(text)
  for (const text of ['', '-9', '-9,.,age=99,age=98,visits:score=7'])
    expect(missingText(readMissingCodes(text) ?? NO_MISSING_CODES)).toBe(text)
})

test('adds a mapping to the text or replaces an earlier one', () => {
  expect(withSameVariable('', 'visits:Sexe', 'SEX')).toBe('visits:sexe=SEX')
  expect(withSameVariable('a=A,b=B', 'A', 'C')).toBe('a=C,b=B')
})
