import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedArea, twoCircles } from '#features/cohorts/parts/set-diagram.tsx'

const sizes = fc
  .record({
    onlyFirst: fc.integer({ min: 0, max: 5000 }),
    onlySecond: fc.integer({ min: 0, max: 5000 }),
    both: fc.integer({ min: 0, max: 5000 }),
  })
  .filter(({ onlyFirst, onlySecond, both }) => onlyFirst + both > 200 && onlySecond + both > 200)

test('draws circles in proportion to the cohort sizes and an overlap in proportion to the shared members', () => {
  fc.assert(
    fc.property(sizes, ({ onlyFirst, onlySecond, both }) => {
      const { first, second, width } = twoCircles(onlyFirst + both, onlySecond + both, both)
      const areaPerIndividual = (Math.PI * 70 ** 2) / Math.max(onlyFirst + both, onlySecond + both)
      expect(Math.PI * first.radius ** 2).toBeCloseTo(areaPerIndividual * (onlyFirst + both), 4)
      expect(Math.PI * second.radius ** 2).toBeCloseTo(areaPerIndividual * (onlySecond + both), 4)
      const shared = sharedArea(first.radius, second.radius, Math.abs(second.x - first.x))
      expect(Math.abs(shared - areaPerIndividual * both)).toBeLessThan(
        areaPerIndividual * Math.max(1, both * 0.001) + 2,
      )
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
