import fc from 'fast-check'
import { expect, test } from 'vitest'
import { edgeOf, evenBins } from '#server/engine/counts/bins.ts'

test('bins of integers have equal integer widths and cover the range without an empty last bin', () => {
  const numbers = fc.tuple(fc.integer({ min: -5_000, max: 5_000 }), fc.nat(3_000), fc.integer({ min: 2, max: 50 }))
  fc.assert(
    fc.property(numbers, ([low, range, most]) => {
      const high = low + range
      const { from, width, count } = evenBins(low, high, most, true)
      expect([from, Number.isInteger(width), count <= most]).toEqual([low, true, true])
      const placeOf = (value: number) => Math.floor((value - from) / width)
      expect([placeOf(low), placeOf(high)]).toEqual([0, count - 1])
    }),
  )
})

test('bins of other numbers have the requested number', () => {
  expect(evenBins(0.5, 10.5, 20, false)).toEqual({ from: 0.5, width: 0.5, count: 20, isWhole: false })
  expect(evenBins(4.5, 4.5, 20, false)).toEqual({ from: 4.5, width: 1, count: 1, isWhole: false })
})

test('edges have few digits and ascend', () => {
  const tenths = evenBins(14.2, 23.2, 20, false)
  expect([1, 2, 3].map((place) => edgeOf(tenths, place))).toEqual([14.65, 15.1, 15.55])
  const numbers = fc.tuple(
    fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
  )
  fc.assert(
    fc.property(numbers, ([low, range]) => {
      const bins = evenBins(low, low + range, 20, false)
      const edges = Array.from({ length: 21 }, (_, place) => edgeOf(bins, place))
      expect(edges.every((edge, place) => place === 0 || edge > (edges[place - 1] ?? edge))).toBe(true)
    }),
  )
})
