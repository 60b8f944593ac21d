import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFormula } from '#domain/scores/read-formula.ts'
import {
  describedMeaning,
  meaningIn,
  outsideFormula,
  rangeProblem,
} from '#features/custom-variables/score/score-meaning.ts'

const EMPTY = { description: '', unit: '', least: '', most: '' }

test('states the unit and the range at the end of the description', () => {
  const meaning = { description: 'Sum of nine items.', unit: 'points', least: '0', most: '27' }
  expect(describedMeaning(meaning)).toBe('Sum of nine items. Unit: points. Expected range: 0 to 27.')
  expect(describedMeaning({ ...EMPTY, unit: 'years' })).toBe('Unit: years.')
  expect(meaningIn('Expected range: -1.5 to 2.')).toEqual({ ...EMPTY, least: '-1.5', most: '2' })
  expect(meaningIn('Expected range: low to high.')).toEqual({ ...EMPTY, description: 'Expected range: low to high.' })
})

const number = fc.integer({ min: -999, max: 999 })
const words = fc.stringMatching(/^[A-Za-z ]{0,12}$/).map((text) => text.trim())

test('a description is read back as the fields it was made of', () => {
  fc.assert(
    fc.property(words, words, fc.option(fc.tuple(number, fc.nat({ max: 99 }))), (description, unit, range) => {
      const [least, more] = range ?? [0, 0]
      const typed = range ? { least: String(least), most: String(least + more) } : { least: '', most: '' }
      const meaning = { description, unit, ...typed }
      expect(meaningIn(describedMeaning(meaning))).toEqual(meaning)
    }),
  )
})

test.each([
  ['', '', null],
  ['0', '27', null],
  ['5', '5', null],
  ['0', '', 'Enter two numbers.'],
  ['-', '3', 'Enter two numbers.'],
  ['9', '3', 'The first number must not be above the second.'],
])('a range from "%s" to "%s": %s', (least, most, problem) => {
  expect(rangeProblem({ least, most })).toBe(problem)
})

test('the formula of scores outside a range is valid', () => {
  expect(readFormula(outsideFormula('SUM(A, B)', { least: '-1.5', most: '27' }))).not.toHaveProperty('fault')
})
