import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonParts, edgeOf, evenBins, type Bins } from '#server/engine/counts/bins.ts'

test('bins of integers have equal integer widths and cover the range without an empty last bin', () => {
  const numbers = fc.tuple(fc.integer({ min: -5_000, max: 5_000 }), fc.nat(3_000), fc.integer({ min: 2, max: 50 }))
  fc.assert(
    fc.property(numbers, ([low, range, most]) => {
      const high = low + range
      const { from, width, count } = evenBins(low, high, most, 1)
      expect([from, Number.isInteger(width), count <= most]).toEqual([low, true, true])
      const placeOf = (value: number) => Math.floor((value - from) / width)
      expect([placeOf(low), placeOf(high)]).toEqual([0, count - 1])
    }),
  )
})

const binsOfSteps = (numbers: readonly number[], parts: number, most: number) =>
  evenBins(Math.min(...numbers), Math.max(...numbers), most, parts)

const edgesOf = (bins: Bins) => Array.from({ length: bins.count + 1 }, (_, place) => edgeOf(bins, place))

test('bins of fractions have round edges', () => {
  expect(edgesOf(evenBins(5.61, 7.2, 8, 100))).toEqual([5.5, 5.75, 6, 6.25, 6.5, 6.75, 7, 7.25])
  // 0.25 is no multiple of 0.1.
  expect(edgesOf(evenBins(5.6, 7.2, 8, 10))).toEqual([5.5, 6, 6.5, 7, 7.5])
  expect(edgesOf(evenBins(0.5, 10.5, 20, null))).toEqual(Array.from({ length: 12 }, (_, place) => place))
  expect(edgesOf(evenBins(0.1, 0.3, 20, 10))).toEqual([0.1, 0.2, 0.3, 0.4])
  expect([edgesOf(evenBins(4.5, 4.5, 20, 2)), edgesOf(evenBins(4.55, 4.55, 20, null))]).toEqual([
    [4.5, 5],
    [4, 5],
  ])
  expect([edgesOf(evenBins(-0.5, 0.25, 1, 4)), edgesOf(evenBins(0.5, 7.25, 1, 4))]).toEqual([
    [-1, 1],
    [0, 10],
  ])
})

test('bins of decimals have edges at multiples of the step, hold equally many of its multiples, and cover all answers', () => {
  const steps = fc.tuple(fc.constantFrom(1, 2, 4, 5), fc.integer({ min: 0, max: 4 }))
  const samples = fc.tuple(
    steps.map(([factor, power]) => factor * 10 ** power).filter((parts) => parts > 1),
    fc.integer({ min: -100_000, max: 100_000 }),
    fc.array(fc.nat(5_000), { minLength: 1, maxLength: 40 }),
    fc.integer({ min: 1, max: 50 }),
  )
  fc.assert(
    fc.property(samples, ([parts, first, others, most]) => {
      const numbers = [first, ...others.map((other) => first + other)].map((number) => number / parts)
      const bins = binsOfSteps(numbers, parts, most)
      const edges = edgesOf(bins)
      // The double of a decimal is the quotient of its whole numbers.
      expect(edges.map((edge) => Math.round(edge * parts) / parts)).toEqual(edges)
      const held = edges.slice(1).map((edge, place) => Math.round((edge - (edges[place] ?? edge)) * parts))
      expect(new Set(held).size).toBe(1)
      expect(bins.count).toBeLessThanOrEqual(most)
      const [low = NaN, high = NaN] = [edges[0], edges.at(-1)]
      expect(numbers.every((number) => number >= low && number < high)).toBe(true)
      // Neither the first nor the last bin is empty.
      expect(numbers.some((number) => number < (edges[1] ?? low))).toBe(true)
      expect(numbers.some((number) => number >= (edges.at(-2) ?? high))).toBe(true)
    }),
  )
})

test('edges have few digits and ascend', () => {
  const numbers = fc.tuple(
    fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
    fc.integer({ min: 2, max: 50 }),
  )
  fc.assert(
    fc.property(numbers, ([low, range, most]) => {
      const bins = evenBins(low, low + range, most, null)
      const edges = edgesOf(bins)
      expect(edges.every((edge, place) => place === 0 || edge > (edges[place - 1] ?? edge))).toBe(true)
      expect([low >= (edges[0] ?? NaN), low + range < (edges.at(-1) ?? NaN)]).toEqual([true, true])
      expect(bins.count).toBeLessThanOrEqual(most)
    }),
  )
})

test('several populations have the step that all their answers are multiples of', () => {
  expect([commonParts([10, 4]), commonParts([1, 1]), commonParts([2, 1, 5])]).toEqual([20, 1, 10])
  expect(commonParts([10, null])).toBeNull()
})
