import { expect, test } from 'vitest'
import { APART, differencesOf } from '#domain/statistics/group-differences.ts'
import { differenceWords } from '#features/comparing/largest-differences.tsx'

test.each([
  [{ value: 0.834 }, true, '0.83, large, higher'],
  [{ value: -0.51 }, true, '0.51, moderate, lower'],
  [{ value: 0.51 }, false, '0.51, moderate'],
  [{ value: -0.2 }, true, '0.20, small, lower'],
  [{ value: 0.05 }, true, '0.05, little or none'],
  [{ because: 'Some counts are suppressed.' }, false, '– Some counts are suppressed.'],
  [{ because: APART }, false, 'complete: no answer is common to both.'],
  [undefined, false, ''],
])('a standardised difference %j is said by its size and direction', (figure, hasDirection, words) => {
  expect(differenceWords(figure, hasDirection)).toBe(words)
})

test('cohorts without a common answer differ altogether', () => {
  const group = (women: number, men: number) => ({
    answered: women + men,
    unknown: 0,
    categories: [['1', women] as const, ['2', men] as const],
    mean: null,
    sd: null,
  })
  expect(differencesOf('categorical', [group(40, 0), group(0, 30)])).toEqual([{ because: APART }])
  expect(differencesOf('categorical', [group(0, 0), group(0, 30)])).not.toEqual([{ because: APART }])
  expect(differencesOf('categorical', [group(39, 1), group(0, 30)])[0]).toHaveProperty('value')
})
