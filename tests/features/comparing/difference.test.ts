import { expect, test } from 'vitest'
import { differenceOf } from '#features/comparing/members-compared.tsx'

test('a suppressed size shows no difference, whichever of the two it is', () => {
  expect(differenceOf(null, 100)).toBe('')
  expect(differenceOf(100, null)).toBe('')
  expect(differenceOf(null, null)).toBe('')
})

test('a known difference has its sign and its percent of the first cohort', () => {
  expect(differenceOf(150, 100)).toBe('+50 (+50.0%)')
  expect(differenceOf(25, 100)).toBe('−75 (−75.0%)')
  expect(differenceOf(100, 100)).toBe('±0')
})

test('a size of more than ten times the first is a ratio', () => {
  expect(differenceOf(105_693, 773)).toBe('+104,920 (×137)')
  expect(differenceOf(1_000, 100)).toBe('+900 (+900.0%)')
  expect(differenceOf(5, 0)).toBe('+5')
})
