import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSums, sumsText } from '#domain/checksums.ts'

test('sums are read as they were written', () => {
  const sum = fc.record({
    name: fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ._-]{0,20}$/),
    sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
  })
  fc.assert(
    fc.property(fc.array(sum), (sums) => {
      expect(readSums(sumsText(sums))).toEqual(sums)
    }),
  )
})

test('a text with a line that is no sum has none', () => {
  expect(readSums('no sum')).toBeNull()
})
