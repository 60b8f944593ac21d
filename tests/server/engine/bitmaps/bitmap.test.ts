import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addPlaces,
  bitmapOf,
  eachPlace,
  hasPlace,
  inAll,
  inAny,
  inAtLeast,
  intersect,
  outcomeSizes,
  sizeOf,
  sizeOfBoth,
  unite,
  without,
  wordsFor,
  type Bitmap,
} from '#server/engine/bitmaps/bitmap.ts'

const LAST = 100
const WORDS = wordsFor(LAST + 1)
const numbers = fc.uniqueArray(fc.integer({ min: 0, max: LAST }))
const ALL = Array.from({ length: LAST + 1 }, (_, number) => number)

function numbersOf(bitmap: Bitmap): number[] {
  const found: number[] = []
  eachPlace(bitmap, (number) => found.push(number))
  return found
}

test('set operations on bitmaps equal those on sets', () => {
  fc.assert(
    fc.property(numbers, numbers, numbers, (one, two, three) => {
      const [a, b, c] = [one, two, three].map((drawn) => new Set(drawn))
      const [first, second, third] = [one, two, three].map((drawn) => bitmapOf(drawn, WORDS))
      if (!a || !b || !c || !first || !second || !third) return
      const placesWhere = (holds: (number: number) => boolean) => ALL.filter(holds)
      expect(numbersOf(first)).toEqual(one.toSorted((x, y) => x - y))
      expect(sizeOf(first)).toBe(a.size)
      expect(ALL.filter((number) => hasPlace(first, number))).toEqual(numbersOf(first))
      expect(numbersOf(intersect(first, second, third))).toEqual(placesWhere((n) => a.has(n) && b.has(n) && c.has(n)))
      expect(numbersOf(unite(first, second, third))).toEqual(placesWhere((n) => a.has(n) || b.has(n) || c.has(n)))
      expect(numbersOf(without(first, second, third))).toEqual(placesWhere((n) => a.has(n) && !b.has(n) && !c.has(n)))
    }),
  )
})

test('intersects and unites any number of sets', () => {
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 7 }), (lists) => {
      const all = bitmapOf(ALL, WORDS)
      const sets = lists.map((list) => bitmapOf(list, WORDS))
      expect(numbersOf(inAll(sets, all))).toEqual(ALL.filter((n) => lists.every((list) => list.includes(n))))
      expect(numbersOf(inAny(sets, all))).toEqual(ALL.filter((n) => lists.some((list) => list.includes(n))))
      expect(sets.map(numbersOf)).toEqual(lists.map((list) => list.toSorted((x, y) => x - y)))
      const [one = all, other = all] = sets
      expect(sizeOfBoth(one, other)).toBe(sizeOf(intersect(one, other)))
    }),
  )
})

test('counts in how many sets each individual is', async () => {
  const [some, most] = [fc.array(numbers, { minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 9 })]
  await fc.assert(
    fc.asyncProperty(some, most, async (sets, count) => {
      const bitmaps = sets.map((set) => bitmapOf(set, WORDS))
      const reached = await inAtLeast(count, bitmaps, bitmapOf(ALL, WORDS), () => Promise.resolve())
      expect(numbersOf(reached)).toEqual(ALL.filter((n) => sets.filter((set) => set.includes(n)).length >= count))
    }),
  )
})

test('holds the last number of a full word', () => {
  expect(numbersOf(bitmapOf([0, 31, 32, 63], wordsFor(64)))).toEqual([0, 31, 32, 63])
  expect([wordsFor(0), wordsFor(1), wordsFor(32), wordsFor(33)]).toEqual([0, 1, 1, 2])
})

const place = fc.integer({ min: 0, max: LAST + 1 })

test('adds, counts and visits the places of a range', () => {
  fc.assert(
    fc.property(numbers, place, place, (places, from, to) => {
      const set = bitmapOf(places, WORDS)
      const within = ALL.filter((n) => n >= from && n < to)
      const expected = within.filter((n) => places.includes(n))
      expect(sizeOf(set, from, to)).toBe(expected.length)
      const visited: number[] = []
      eachPlace(set, (n) => visited.push(n), from, to)
      expect(visited).toEqual(expected)
      addPlaces(set, from, to)
      expect(numbersOf(set)).toEqual(ALL.filter((n) => places.includes(n) || within.includes(n)))
    }),
  )
})

test('counts individuals by the first outcome that fits', () => {
  fc.assert(
    fc.property(numbers, numbers, numbers, numbers, (counted, matching, failing, recorded) => {
      const no = failing.filter((n) => !matching.includes(n))
      const outcomeOf = (n: number) => {
        if (matching.includes(n)) return 'match'
        if (!recorded.includes(n)) return 'no_record'
        return no.includes(n) ? 'no_match' : 'unknown'
      }
      const sizes = { match: 0, no_match: 0, unknown: 0, no_record: 0 }
      for (const n of counted) sizes[outcomeOf(n)]++
      const [set, yes, refuted, hasRecord] = [counted, matching, no, recorded].map((drawn) => bitmapOf(drawn, WORDS))
      if (set && yes && refuted && hasRecord) expect(outcomeSizes(set, { yes, no: refuted, hasRecord })).toEqual(sizes)
    }),
  )
})
