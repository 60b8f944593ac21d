import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { UNKNOWN_KEY, criteriaOf, emptyCustomVariable, type DraftValue } from '#features/custom-variables/draft.ts'
import { bandsAt, cutPointsOf } from '#features/custom-variables/values/number-bands.tsx'

test.each([
  ['30, 50', ['30', '50']],
  ['50;30 40', ['30', '40', '50']],
  ['-1.5', ['-1.5']],
])('reads %j as cut points in ascending order', (text, points) => {
  expect(cutPointsOf(text)).toEqual(points)
})

test.each(['', ' ', 'thirty', '30, 30.0', '30-50', '1e3'])('refuses %j', (text) => {
  expect(cutPointsOf(text)).toBeNull()
})

const draft = emptyCustomVariable('downcode', ['AGE'])

test('two cut points make three bands, and other answers give [UNK]', () => {
  const { values, defaultKey } = bandsAt(draft, 'AGE', ['30', '50'])
  expect(values.map(({ name }) => name)).toEqual(['under_30', '30_to_under_50', '50_or_more'])
  expect(values.map((value) => criteriaOf(value).map(({ condition }) => condition))).toEqual([
    [{ operator: 'LT', values: ['30'] }],
    [
      { operator: 'GTE', values: ['30'] },
      { operator: 'LT', values: ['50'] },
    ],
    [{ operator: 'GTE', values: ['50'] }],
  ])
  expect(defaultKey).toBe(UNKNOWN_KEY)
})

function isIn(value: DraftValue, number: number): boolean {
  return criteriaOf(value).every(({ condition }) => {
    const [bound = ''] = condition?.values ?? []
    return condition?.operator === 'LT' ? number < Number(bound) : number >= Number(bound)
  })
}

test('each number is in exactly one band', () => {
  const points = fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(points, fc.double({ min: -60, max: 60, noNaN: true }), (cuts, number) => {
      const { values } = bandsAt(draft, 'AGE', cutPointsOf(cuts.join(', ')) ?? [])
      expect(values.filter((value) => isIn(value, number))).toHaveLength(1)
    }),
  )
})
