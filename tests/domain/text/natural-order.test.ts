import { expect, test } from 'vitest'
import { compareNaturally } from '#domain/text/natural-order.ts'

test('sorts numbers by value, before words', () => {
  expect(['bp', '10', '', 'au', '9', '100'].toSorted(compareNaturally)).toEqual(['', '9', '10', '100', 'au', 'bp'])
})
