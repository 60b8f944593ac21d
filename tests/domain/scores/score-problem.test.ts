import { expect, test } from 'vitest'
import { CUSTOM_SOURCES_MAX, FORMULA_COST_MAX, FORMULA_LENGTH_MAX, FORMULA_PRODUCTS_MAX } from '#domain/limits.ts'
import { formulaVariables, mapFormula, resolvedFormula, type Formula } from '#domain/scores/formula.ts'
import { readFormula } from '#domain/scores/read-formula.ts'
import { formulaCost, NUMERIC_CODE, scoreProblem } from '#domain/scores/score-problem.ts'

const TYPES: Readonly<Record<string, readonly [dataType: string, possibleValues?: readonly string[]]>> = {
  BIRTH: ['fuzzydate'],
  SEEN: ['date'],
  NOTES: ['text'],
  CODES: ['multicategory', ['1', '2']],
  FLAG: ['dichotomous', ['1']],
  ITEM: ['categorical', ['0', '1', 'NA']],
  WORDS: ['categorical', ['YES', 'NO', '1,5', '1e3']],
  UNLISTED: ['categorical'],
}

function read(text: string): Formula {
  const result = readFormula(text)
  if ('fault' in result) throw new Error(`${text}: ${result.fault.message}`)
  return result.formula
}

/** Other names are numbers. */
function problemOf(text: string): string | null {
  const formula = read(text)
  const variables = formulaVariables(formula).map((name) => {
    const [dataType, possibleValues = []] = TYPES[name] ?? ['numberrange']
    return { name, dataType, possibleValues }
  })
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const resolved = resolvedFormula(formula, (name) => byName.get(name))
  return scoreProblem(
    resolved ?? mapFormula(formula, (name) => ({ name, dataType: 'numberrange', possibleValues: [] })),
  )
}

test.each([
  'AGE',
  '-AGE + ITEM / 2',
  'SUM(AGE, ITEM, UNLISTED; at least 80%)',
  'YEARS(BIRTH, SEEN) - DAYS(SEEN, BIRTH)',
  "COUNT(ITEM, WORDS, CODES, FLAG = '1')",
  "COUNT(NOTES = 'x')",
  'COUNT(AGE, SCORE >= 2; at least 1)',
  "COUNT(BIRTH < '1990-UU-UU')",
  "IF(WORDS = 'YES', 1, AGE)",
  'AGE * 1000000000000000',
  'AGE * 0',
])('%s gives a score', (text) => {
  expect(problemOf(text)).toBeNull()
})

const PERCENTAGE = 'The percentage of known items must be above 0 and at most 100.'
const ONLY_NUMBERS = 'only numbers and single codes can be added up. COUNT takes every variable.'

test.each([
  ['1 + 2', 'At least one variable is needed.'],
  ['AGE + 1000000000000001', 'A number must be between 1e-15 and 1e+15, or 0.'],
  ['AGE - 1e400', 'A number must be between 1e-15 and 1e+15, or 0.'],
  ['BIRTH', 'BIRTH is a date: use it in YEARS or DAYS.'],
  ['SUM(AGE, SEEN)', 'SEEN is a date: use it in YEARS or DAYS.'],
  ['NOTES + 1', `NOTES is text: ${ONLY_NUMBERS}`],
  ['MEAN(CODES)', `CODES is multicategory: ${ONLY_NUMBERS}`],
  ['FLAG', `FLAG is dichotomous: ${ONLY_NUMBERS}`],
  ['WORDS', 'WORDS has no codes that are numbers: use COUNT or IF.'],
  ['YEARS(AGE, SEEN)', 'AGE is numberrange: YEARS and DAYS take dates.'],
  ['DAYS(SEEN, ITEM)', 'ITEM is categorical: YEARS and DAYS take dates.'],
  ['SUM(AGE, ITEM; at least 3)', 'The number of known items must be between 1 and 2.'],
  ['SUM(AGE, ITEM; at least 0)', 'The number of known items must be between 1 and 2.'],
  ['MAX(AGE, ITEM; at least 1.5)', 'The number of known items must be between 1 and 2.'],
  ['COUNT(AGE = 1; at least 2)', 'The number of known items must be between 1 and 1.'],
  ['SUM(AGE; at least 0%)', PERCENTAGE],
  ['SUM(AGE; at least 100.1%)', PERCENTAGE],
  ['COUNT(AGE = 1; at least 101%)', PERCENTAGE],
  ["COUNT(AGE = 'x')", 'AGE: '],
  ['COUNT(ITEM > 1)', 'ITEM: A categorical variable cannot be compared with "is greater than".'],
  ["IF(BIRTH < 'soon', 1, 2)", 'BIRTH: '],
  ["IF(FLAG <> '1', 1, 2)", 'FLAG: A dichotomous variable cannot be compared with "is not equal to".'],
  ["IF(ITEM = '', 1, 2)", 'ITEM: '],
  ['IF(1 < BIRTH, AGE, 2)', 'BIRTH is a date: use it in YEARS or DAYS.'],
])('%s is refused: %s', (text, message) => {
  expect(problemOf(text)).toContain(message)
})

test('numbers whose products could be too small for the database are refused', () => {
  expect(problemOf('AGE / 1e-300 / 1e-300')).not.toBeNull()
  expect(problemOf('AGE * 1e-300 * 1e-300')).not.toBeNull()
})

test('variables, products and the cost are limited', () => {
  const names = Array.from({ length: CUSTOM_SOURCES_MAX + 1 }, (_, nth) => `N${nth}`)
  expect(problemOf(names.slice(1).join('+'))).toBeNull()
  expect(problemOf(names.join('+'))).toBe('At most 200 variables can be used.')
  const products = (count: number) => `AGE${' * AGE'.repeat(count - 1)} / 2`
  expect(problemOf(products(FORMULA_PRODUCTS_MAX))).toBeNull()
  expect(problemOf(products(FORMULA_PRODUCTS_MAX + 1))).toBe(
    'A formula can have at most 10 multiplications and divisions.',
  )
  const tooLong = 'This formula is too long: use fewer parts, or save a part of it as a score.'
  expect(problemOf(`1${'+AGE'.repeat(FORMULA_COST_MAX / 2)}`)).toBe(tooLong)
  let nested = 'AGE'
  for (let level = 0; level < 12; level++) nested = `SUM(${nested}; at least 1)`
  expect(problemOf(nested)).toBe(tooLong)
})

test('a formula of the maximum length is checked without a stack overflow', () => {
  const terms = Math.floor(FORMULA_LENGTH_MAX / 2)
  const text = `${'1+'.repeat(terms - 1)}A`
  expect(text.length).toBeLessThanOrEqual(FORMULA_LENGTH_MAX)
  expect(readFormula(text)).toMatchObject({ fault: { message: expect.stringContaining('too long') } })
  const shorter = `${'1+'.repeat(700)}A`
  expect(formulaVariables(read(shorter))).toEqual(['A'])
  expect(problemOf(shorter)).toContain('too long')
})

test('tests nested in tests cost as much as the statement grows', () => {
  let choices = 'AGE'
  let sums = 'AGE'
  for (let level = 0; level < 12; level++) choices = `IF(${choices} > 0, 1, 2)`
  for (let level = 0; level < 7; level++) sums = `MEAN(${sums}; at least 1)`
  // DuckDB takes the operand of a simple CASE twice, and a list of items once for its count and once for its value.
  expect(formulaCost(read(choices))).toBeGreaterThan(2 ** 12)
  expect(formulaCost(read(sums))).toBeGreaterThan(2 ** 7)
})

test('a code is a number if it is a short decimal number', () => {
  const pattern = new RegExp(NUMERIC_CODE)
  expect(
    ['0', '-1', '1.5', '007', '999999999999999', '0.123456789012345'].filter((code) => !pattern.test(code)),
  ).toEqual([])
  const others = ['', ' 1', '1 ', '+1', '1.', '.5', '1e3', '1,5', 'NA', '--1', '1\n', '1234567890123456', '٣', '1.0.0']
  expect(others.filter((code) => pattern.test(code))).toEqual([])
})
