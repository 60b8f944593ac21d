import { expect, test } from 'vitest'
import { conditionText } from '#domain/rules.ts'
import { binConditions } from '#entities/distribution-bars.tsx'

function conditionsOf(bins: readonly { from: number; to: number }[]) {
  return bins.map((_, place) => binConditions('X', bins, place).map(conditionText).join(' and '))
}

test('bins of whole numbers end at their last number', () => {
  const bins = [
    { from: 18, to: 21 },
    { from: 22, to: 25 },
    { from: 26, to: 29 },
  ]
  expect(conditionsOf(bins)).toEqual(['X*BETWEEN*18*21', 'X*BETWEEN*22*25', 'X*BETWEEN*26*29'])
  const single = [
    { from: 0, to: 0 },
    { from: 1, to: 1 },
  ]
  expect(conditionsOf(single)).toEqual(['X*EQ*0', 'X*EQ*1'])
})

test('other bins end before the next, and the first and the last are open', () => {
  const bins = [
    { from: 14.2, to: 14.65 },
    { from: 14.65, to: 15.1 },
    { from: 15.1, to: 15.55 },
  ]
  expect(conditionsOf(bins)).toEqual(['X*LT*14.65', 'X*GTE*14.65 and X*LT*15.1', 'X*GTE*15.1'])
})
