import { expect, test } from 'vitest'
import { formatMeasure } from '#domain/numbers.ts'

test.each([
  [null, '–'],
  [0, '0'],
  [-0.00000001, '-1.000e-8'],
  [-0, '0'],
  [0.0123456, '0.01235'],
  [0.974, '0.974'],
  [47.9666, '47.97'],
  [1987.34, '1,987'],
  [45_678.9, '45,679'],
  [106_466, '106,466'],
  [1e16, '1.000e+16'],
])('a measure of %s is %s', (number, text) => {
  expect(formatMeasure(number)).toBe(text)
})
