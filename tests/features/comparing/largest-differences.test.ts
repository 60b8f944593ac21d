import { expect, test } from 'vitest'
import { differenceWords } from '#features/comparing/largest-differences.tsx'

test.each([
  [{ value: 0.834 }, true, '0.83, large, higher'],
  [{ value: -0.51 }, true, '0.51, moderate, lower'],
  [{ value: 0.51 }, false, '0.51, moderate'],
  [{ value: -0.2 }, true, '0.20, small, lower'],
  [{ value: 0.05 }, true, '0.05, little or none'],
  [{ because: 'Some counts are suppressed.' }, false, '– Some counts are suppressed.'],
  [undefined, false, ''],
])('a standardised difference %j is said by its size and direction', (figure, hasDirection, words) => {
  expect(differenceWords(figure, hasDirection)).toBe(words)
})
