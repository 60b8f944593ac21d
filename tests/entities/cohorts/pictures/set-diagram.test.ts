import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedArea, twoCircles } from '#entities/cohorts/pictures/set-diagram.tsx'

const sizes = fc
  .record({
    onlyFirst: fc.oneof(fc.nat(5), fc.nat(5000), fc.nat(200_000)),
    onlySecond: fc.oneof(fc.nat(5), fc.nat(5000), fc.nat(200_000)),
    both: fc.oneof(fc.nat(5), fc.nat(5000), fc.nat(200_000)),
  })
  .filter(({ onlyFirst, onlySecond, both }) => onlyFirst + both > 0 && onlySecond + both > 0)

test('draws circles in proportion to the cohort sizes and an overlap in proportion to the shared members', () => {
  fc.assert(
    fc.property(sizes, ({ onlyFirst, onlySecond, both }) => {
      const { first, second, width } = twoCircles(onlyFirst + both, onlySecond + both, both)
      const areaPerIndividual = (Math.PI * 70 ** 2) / Math.max(onlyFirst + both, onlySecond + both)
      expect(Math.PI * first.radius ** 2).toBeCloseTo(areaPerIndividual * (onlyFirst + both), 4)
      expect(Math.PI * second.radius ** 2).toBeCloseTo(areaPerIndividual * (onlySecond + both), 4)
      const shared = sharedArea(first.radius, second.radius, Math.abs(second.x - first.x))
      // Square pixels; nested circles touch, within rounding.
      expect(Math.abs(shared - areaPerIndividual * both)).toBeLessThan(2)
      for (const circle of [first, second]) {
        expect(circle.x - circle.radius).toBeGreaterThanOrEqual(0)
        expect(circle.x + circle.radius).toBeLessThanOrEqual(width)
      }
    }),
  )
})

test('separates the circles of disjoint cohorts and nests the circle of a subset', () => {
  const apart = twoCircles(100, 50, 0)
  expect(apart.second.x - apart.first.x).toBeGreaterThan(apart.first.radius + apart.second.radius)
  const within = twoCircles(100, 50, 50)
  expect(within.second.x + within.second.radius).toBeLessThanOrEqual(within.first.x + within.first.radius + 0.1)
})
