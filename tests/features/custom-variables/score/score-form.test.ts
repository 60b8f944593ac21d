import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CALCULATIONS,
  EMPTY_FORM,
  formOf,
  leastShares,
  suggestedScoreName,
  textOfCalculation,
  textOfForm,
  unfinishedForm,
  wordBefore,
} from '#features/custom-variables/score/score-form.ts'

describe('the fields of a score', () => {
  it.each([
    ['', EMPTY_FORM],
    ['SUM(A, B)', { ...EMPTY_FORM, names: ['A', 'B'] }],
    ['mean(a, b; at least 80%)', { ...EMPTY_FORM, calculation: 'MEAN', names: ['A', 'B'], least: { percent: 80 } }],
    ['COUNT(A, B >= 2)', { ...EMPTY_FORM, calculation: 'COUNT', names: ['A', 'B'], comparison: 'GTE', value: '2' }],
    ['YEARS(A, B)', { ...EMPTY_FORM, calculation: 'YEARS', names: ['A', 'B'] }],
    ['(A - 42.1) / 10.3', { ...EMPTY_FORM, calculation: 'Z', names: ['A'], moments: { mean: 42.1, sd: 10.3 } }],
  ])('of %j are read', (text, form) => {
    expect(formOf(text)).toEqual(form)
  })

  it.each(['SUM(A, B) / 2', 'SUM(A, B + 1)', 'IF(A > 1, 1, 0)', 'SUM(A', '(A + B) / 2', '1', 'A'])(
    'cannot show %j',
    (text) => {
      expect(formOf(text)).toBeNull()
    },
  )

  it('are those of the text that they write', () => {
    const names = fc.uniqueArray(fc.constantFrom('A', 'B_2', 'AGE', 'SEX'), { minLength: 2, maxLength: 4 })
    const least = fc.option(
      fc.oneof(
        fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
        fc.record({ items: fc.integer({ min: 1, max: 4 }) }),
      ),
    )
    fc.assert(
      fc.property(fc.constantFrom('SUM', 'MEAN', 'MIN', 'MAX', 'COUNT'), names, least, (calculation, names, least) => {
        const form = { ...EMPTY_FORM, calculation, names, least }
        expect(formOf(textOfForm(form))).toEqual(form)
      }),
    )
  })

  it('of a z-score keep a negative mean', () => {
    const text = textOfForm({ ...EMPTY_FORM, calculation: 'Z', names: ['A'], moments: { mean: -2.5, sd: 3 } })
    expect(text).toBe('(A + 2.5) / 3')
  })

  it('of each calculation without variables are kept', () => {
    for (const calculation of CALCULATIONS) {
      const text = textOfCalculation(EMPTY_FORM, calculation)
      expect(unfinishedForm(text)).toEqual({ ...EMPTY_FORM, calculation })
    }
  })

  it('of a calculation between two dates are kept after the first date', () => {
    const text = textOfForm({ ...EMPTY_FORM, calculation: 'YEARS', names: ['BIRTH'] })
    expect(formOf(text)).toBeNull()
    expect(unfinishedForm(text)).toEqual({ ...EMPTY_FORM, calculation: 'YEARS', names: ['BIRTH'] })
  })
})

describe('the share of known answers', () => {
  it.each([
    [2, [[50, 1]]],
    [3, [[50, 2]]],
    [
      4,
      [
        [75, 3],
        [50, 2],
      ],
    ],
    [
      5,
      [
        [80, 4],
        [50, 3],
      ],
    ],
    [
      20,
      [
        [90, 18],
        [80, 16],
        [75, 15],
        [50, 10],
      ],
    ],
  ])('of %i variables is offered once for each number', (variables, shares) => {
    expect(leastShares(variables).map(({ percent, items }) => [percent, items])).toEqual(shares)
  })
})

describe('the suggested name', () => {
  it.each([
    ['SUM(AGE)', ['AGE'], 'SUM_AGE'],
    ['AGE', ['AGE'], 'SCORE_AGE'],
    ['SUM(A, B, C)', ['AAS1_CARELESS_MONTH', 'B', 'C'], 'SUM_AAS1_CARELESS_MONTH_AND_2_MORE'],
    ['MEAN(A, B)', ['A_NAME_OF_THIRTY_CHARACTERS_00', 'B'], 'MEAN_A_NAME_OF_THIRTY_CHARACT_AND_1_MORE'],
    ['YEARS(A, B)', ['BIRTH_DATE', 'INTERVIEW_DATE'], 'YEARS_BIRTH_DATE'],
    ['A * B', ['A', 'B'], 'SCORE_A_AND_1_MORE'],
    ['', [], ''],
  ])('of %j over %j is %s', (formula, names, name) => {
    expect(suggestedScoreName(formula, names)).toBe(name)
  })
})

describe('the word to complete', () => {
  it.each([
    ['SUM(MOO', 7, 'MOO'],
    ['SUM(MOO, B)', 7, 'MOO'],
    ['SUM(', 4, ''],
    ["COUNT(A = 'YE", 13, ''],
    ["COUNT(A = 'YES', B", 18, 'B'],
    ['12', 2, ''],
  ])('of %j before character %i is %j', (text, position, word) => {
    expect(wordBefore(text, position)).toBe(word)
  })
})
