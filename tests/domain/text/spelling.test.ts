import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance, likelyWord, vocabularyOf } from '#domain/text/spelling.ts'

test('counts one per substituted, inserted, deleted or transposed letter', () => {
  expect(editDistance('mood', 'mood', 2)).toBe(0)
  expect(editDistance('mod', 'mood', 2)).toBe(1)
  expect(editDistance('omod', 'mood', 2)).toBe(1)
  expect(editDistance('moood', 'mood', 2)).toBe(1)
  expect(editDistance('depresion', 'depression', 2)).toBe(1)
  expect(editDistance('sleep', 'mood', 2)).toBeNull()
})

test('is symmetric and at most the length of the longer word', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (one, other) => {
      const distance = editDistance(one, other, 8)
      expect(distance).toBe(editDistance(other, one, 8))
      expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length))
    }),
  )
})

const USES = new Map([
  ['mood', 30],
  ['moody', 2],
  ['anxiety', 9],
  ['worst', 4],
  ['worse', 7],
])
const WORDS = vocabularyOf(USES)

test('suggests the nearest word, the most frequent first, and none for the prefix of a known word', () => {
  expect(likelyWord('moood', WORDS)).toBe('mood')
  expect(likelyWord('anxeity', WORDS)).toBe('anxiety')
  expect(likelyWord('worsx', WORDS)).toBe('worse')
  expect(likelyWord('anx', WORDS)).toBeNull()
  expect(likelyWord('xyz', WORDS)).toBeNull()
})

const wordsOf = (minLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'é', '1'), minLength, maxLength: 8 })

test('finds the nearest word within the maximum distance', () => {
  fc.assert(
    fc.property(fc.array(wordsOf(5), { minLength: 1 }), wordsOf(6), (known, word) => {
      fc.pre(!known.some((candidate) => candidate.startsWith(word)))
      const distances = known.map((candidate) => editDistance(word, candidate, 2) ?? Infinity)
      const found = likelyWord(word, vocabularyOf(new Map(known.map((candidate) => [candidate, 1]))))
      expect(found === null ? Infinity : editDistance(word, found, 2)).toBe(Math.min(...distances))
    }),
  )
})
