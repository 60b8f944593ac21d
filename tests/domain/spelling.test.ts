import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance, likelyWord } from '#domain/spelling.ts'

test('letters changed, added, left out or swapped count one each', () => {
  expect(editDistance('mood', 'mood', 2)).toBe(0)
  expect(editDistance('mod', 'mood', 2)).toBe(1)
  expect(editDistance('omod', 'mood', 2)).toBe(1)
  expect(editDistance('moood', 'mood', 2)).toBe(1)
  expect(editDistance('depresion', 'depression', 2)).toBe(1)
  expect(editDistance('sleep', 'mood', 2)).toBeNull()
})

test('it is the same both ways, and never more than the longer word has letters', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (one, other) => {
      const distance = editDistance(one, other, 8)
      expect(distance).toBe(editDistance(other, one, 8))
      expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length))
    }),
  )
})

const WORDS = new Map([
  ['mood', 30],
  ['moody', 2],
  ['anxiety', 9],
  ['worst', 4],
  ['worse', 7],
])

test('the nearest word is meant, of those the commonest; what begins a known word is right as it is', () => {
  expect(likelyWord('moood', WORDS)).toBe('mood')
  expect(likelyWord('anxeity', WORDS)).toBe('anxiety')
  expect(likelyWord('worsx', WORDS)).toBe('worse')
  expect(likelyWord('anx', WORDS)).toBeNull()
  expect(likelyWord('xyz', WORDS)).toBeNull()
})
