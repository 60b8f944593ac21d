import { expect, test } from 'vitest'
import { formatBytes, formatCount, formatMeasure } from '#domain/numbers.ts'

test('a count has its digits in groups of three', () => {
  expect([0, 999, 1_000, 106_466, -1_234, 1234.5].map(formatCount)).toEqual([
    '0',
    '999',
    '1,000',
    '106,466',
    '-1,234',
    '1,234.5',
  ])
})

test.each([
  [412, '0.4 kB'],
  [12_345, '12.3 kB'],
  [12_345_678, '12.3 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [-1.3e-6, 1, '0'],
  [-1.3e-6, 2e-6, '-1.300e-6'],
  [1987.3412, 0.5123, '1,987.3412'],
  [45_678.91, 12_345.6, '45,679'],
  [47.9666, 0, '47.97'],
])('a mean of %s with a standard deviation of %s is %s', (mean, deviation, text) => {
  expect(formatMeasure(mean, deviation)).toBe(text)
})

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
