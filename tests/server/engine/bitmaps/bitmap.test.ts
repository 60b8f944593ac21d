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
      const [a, b, c] = [one, two, three].map((own) => new Set(own))
      const [first, second, third] = [one, two, three].map((own) => bitmapOf(own, WORDS))
      if (!a || !b || !c || !first || !second || !third) return
      const given = (holds: (number: number) => boolean) => ALL.filter(holds)
      expect(numbersOf(first)).toEqual(one.toSorted((x, y) => x - y))
      expect(sizeOf(first)).toBe(a.size)
      expect(ALL.filter((number) => hasPlace(first, number))).toEqual(numbersOf(first))
      expect(numbersOf(intersect(first, second, third))).toEqual(given((n) => a.has(n) && b.has(n) && c.has(n)))
      expect(numbersOf(unite(first, second, third))).toEqual(given((n) => a.has(n) || b.has(n) || c.has(n)))
      expect(numbersOf(without(first, second, third))).toEqual(given((n) => a.has(n) && !b.has(n) && !c.has(n)))
    }),
  )
})

test('intersects and unites any number of sets', () => {
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 7 }), (given) => {
      const all = bitmapOf(ALL, WORDS)
      const sets = given.map((own) => bitmapOf(own, WORDS))
      expect(numbersOf(inAll(sets, all))).toEqual(ALL.filter((n) => given.every((own) => own.includes(n))))
      expect(numbersOf(inAny(sets, all))).toEqual(ALL.filter((n) => given.some((own) => own.includes(n))))
      expect(sets.map(numbersOf)).toEqual(given.map((own) => own.toSorted((x, y) => x - y)))
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
    fc.property(numbers, place, place, (given, from, to) => {
      const set = bitmapOf(given, WORDS)
      const within = ALL.filter((at) => at >= from && at < to)
      const own = within.filter((at) => given.includes(at))
      expect(sizeOf(set, from, to)).toBe(own.length)
      const visited: number[] = []
      eachPlace(set, (at) => visited.push(at), from, to)
      expect(visited).toEqual(own)
      addPlaces(set, from, to)
      expect(numbersOf(set)).toEqual(ALL.filter((at) => given.includes(at) || within.includes(at)))
    }),
  )
})

test('counts individuals by the first outcome that fits', () => {
  fc.assert(
    fc.property(numbers, numbers, numbers, numbers, (counted, matching, failing, recorded) => {
      const no = failing.filter((at) => !matching.includes(at))
      const outcomeOf = (at: number) => {
        if (matching.includes(at)) return 'match'
        if (!recorded.includes(at)) return 'no_record'
        return no.includes(at) ? 'no_match' : 'unknown'
      }
      const sizes = { match: 0, no_match: 0, unknown: 0, no_record: 0 }
      for (const at of counted) sizes[outcomeOf(at)]++
      const [set, yes, refuted, hasRecord] = [counted, matching, no, recorded].map((own) => bitmapOf(own, WORDS))
      if (set && yes && refuted && hasRecord) expect(outcomeSizes(set, { yes, no: refuted, hasRecord })).toEqual(sizes)
    }),
  )
})
