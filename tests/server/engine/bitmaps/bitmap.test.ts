import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bitmapOf,
  eachNumber,
  hasNumber,
  inAtLeast,
  intersect,
  sizeOf,
  unite,
  without,
  wordsFor,
  type Bitmap,
} from '#server/engine/bitmaps/bitmap.ts'

const LAST = 100
const WORDS = wordsFor(LAST)
const numbers = fc.uniqueArray(fc.integer({ min: 0, max: LAST }))
const ALL = Array.from({ length: LAST + 1 }, (_, number) => number)

function numbersOf(bitmap: Bitmap): number[] {
  const found: number[] = []
  eachNumber(bitmap, (number) => found.push(number))
  return found
}

test('set operations on bitmaps equal those on sets', () => {
  fc.assert(
    fc.property(numbers, numbers, numbers, (one, two, three) => {
      const [a, b, c] = [one, two, three].map((own) => new Set(own))
      const [first, second, third] = [one, two, three].map((own) => bitmapOf(own, WORDS))
      if (!a || !b || !c || !first || !second || !third) return
      const given = (holds: (number: number) => boolean) => ALL.filter(holds)
      expect(numbersOf(first)).toEqual(one.toSorted((x, y) => x - y))
      expect(sizeOf(first)).toBe(a.size)
      expect(ALL.filter((number) => hasNumber(first, number))).toEqual(numbersOf(first))
      expect(numbersOf(intersect(first, second, third))).toEqual(given((n) => a.has(n) && b.has(n) && c.has(n)))
      expect(numbersOf(unite(first, second, third))).toEqual(given((n) => a.has(n) || b.has(n) || c.has(n)))
      expect(numbersOf(without(first, second, third))).toEqual(given((n) => a.has(n) && !b.has(n) && !c.has(n)))
    }),
  )
})

test('counts in how many sets each individual is', () => {
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 9 }), (sets, count) => {
      const reached = inAtLeast(
        count,
        sets.map((set) => bitmapOf(set, WORDS)),
        bitmapOf(ALL, WORDS),
      )
      expect(numbersOf(reached)).toEqual(ALL.filter((n) => sets.filter((set) => set.includes(n)).length >= count))
    }),
  )
})

test('holds the last number of a full word', () => {
  expect(numbersOf(bitmapOf([0, 31, 32, 63], wordsFor(63)))).toEqual([0, 31, 32, 63])
  expect([wordsFor(0), wordsFor(31), wordsFor(32)]).toEqual([1, 1, 2])
})
