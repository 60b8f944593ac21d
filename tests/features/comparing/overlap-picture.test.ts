import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Overlap } from '#contract/shapes/entities.ts'
import { shownOverlaps, sizeByOverlap } from '#features/comparing/overlap-picture.tsx'
import { drawUpset } from '#ui/charts/upset-drawing.ts'

const overlap = (members: readonly number[], count: number | null): Overlap => ({
  members: [...members],
  count,
  leftOut: [],
})

const overlaps: fc.Arbitrary<Overlap[]> = fc
  .tuple(...Array.from({ length: 7 }, () => fc.option(fc.nat(20))))
  .map((counts) =>
    counts.map((count, place) =>
      overlap(
        [2, 3, 4].filter((_, bit) => (((place + 1) >> bit) & 1) === 1),
        count,
      ),
    ),
  )

test('neither empty nor suppressed combinations are drawn, in the chosen order', () => {
  fc.assert(
    fc.property(overlaps, (drawnFrom) => {
      const drawn = drawnFrom.filter(({ count }) => count !== null && count > 0)
      for (const order of ['size', 'degree'] as const) {
        const shown = shownOverlaps(drawnFrom, order)
        expect(shown.map(({ members }) => members.join()).toSorted()).toEqual(
          drawn.map(({ members }) => members.join()).toSorted(),
        )
        const keys = shown.map(({ members, count }) => (order === 'size' ? -count : members.length * 100 - count))
        expect(keys).toEqual(keys.toSorted((one, other) => one - other))
      }
    }),
  )
})

test('a set has the size of the combinations that contain it, and none beside a suppressed one', () => {
  const overlapping = [overlap([2], 5), overlap([2, 3], 7), overlap([3], null)]
  expect(sizeByOverlap(overlapping, 2)).toBe(12)
  expect(sizeByOverlap(overlapping, 3)).toBeNull()
})

test('bars are in proportion to the counts, with a dot for each set and words for each combination', () => {
  const { marks, areas } = drawUpset(
    {
      sets: [
        { name: 'High', size: 30 },
        { name: 'Low', size: 10 },
        { name: 'Both', size: null },
      ],
      intersections: [
        { members: [true, false, false], count: 20, words: 'High alone' },
        { members: [true, true, false], count: 10, words: 'High and Low' },
      ],
      format: String,
    },
    640,
  )
  expect(areas.map(({ words }) => words)).toEqual(['High alone: 20', 'High and Low: 10'])
  const bars = marks.flatMap((mark) => (mark.shape === 'rect' && mark.paint === 'bar' ? [mark] : []))
  const [high, low, one, other] = bars
  expect((high?.width ?? 0) / (low?.width ?? 1)).toBeCloseTo(3)
  expect((one?.height ?? 0) / (other?.height ?? 1)).toBeCloseTo(2)
  expect(bars).toHaveLength(4)
  const dots = marks.filter((mark) => mark.shape === 'dot')
  expect(dots.map(({ paint }) => paint)).toEqual(['text', 'muted', 'muted', 'text', 'text', 'muted'])
})
