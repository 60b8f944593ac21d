import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareNaturally } from '#domain/text/natural-order.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'

const characters = (...all: string[]) => fc.string({ unit: fc.constantFrom(...all), maxLength: 4 })
const text = fc.oneof(
  characters('0', '1', '2', '9'),
  characters('a', 'b', 'z'),
  characters('a', 'B', '1', '0', '-', ' ', 'é'),
)

test('is the order of Intl', () => {
  const collator = new Intl.Collator('en', { numeric: true })
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(Math.sign(compareNaturally(one, other))).toBe(Math.sign(collator.compare(one, other)))
    }),
    { numRuns: fuzzRuns(2_000) },
  )
})

test('sorts numbers by value, before words', () => {
  expect(['bp', '10', '', 'au', '9', '100'].toSorted(compareNaturally)).toEqual(['', '9', '10', '100', 'au', 'bp'])
})
