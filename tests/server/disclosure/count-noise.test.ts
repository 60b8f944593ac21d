import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { noiseOf, shownCount, type CountNoise } from '#server/disclosure/count-noise.ts'
import { setOfPlaces, unionOf } from '#server/disclosure/participant-set.ts'

const DEVIATION = 20
const CELLS = 20_000
const noise: CountNoise = { deviation: DEVIATION, secret: new Uint8Array(32).fill(1), epoch: '' }
const MOST = 1_000_000

/** A collection of 320 individuals from a word on. */
function regionAt(firstWord: number) {
  const places = Array.from({ length: 320 }, (_, place) => firstWord * 32 + place)
  const individuals = setOfPlaces(places, firstWord + 10)
  return { firstWord, endWord: firstWord + 10, size: 320, individuals, countUpTo: () => 320 }
}

const membersAt = (firstWord: number, places: readonly number[]) =>
  setOfPlaces(
    places.map((place) => firstWord * 32 + place),
    firstWord + 10,
  )
const cell = (key: string, individuals: ReturnType<typeof setOfPlaces>, family: string | null = null) => ({
  key,
  family,
  individuals,
  least: 0,
  most: MOST,
})
const somePlaces = fc.uniqueArray(fc.nat(319), { minLength: 1 })

test('noise is normal: its moments and tails are those of the standard deviation', () => {
  const drawn = Array.from({ length: CELLS }, (_, place) => noiseOf(noise, `cell ${place}`))
  const mean = drawn.reduce((sum, one) => sum + one, 0) / CELLS
  const variance = drawn.reduce((sum, one) => sum + (one - mean) ** 2, 0) / CELLS
  expect(Math.abs(mean)).toBeLessThan((4 * DEVIATION) / Math.sqrt(CELLS))
  // Rounding adds 1/12.
  expect(variance / (DEVIATION ** 2 + 1 / 12)).toBeCloseTo(1, 1)
  const beyond = (deviations: number) => drawn.filter((one) => Math.abs(one) > deviations * DEVIATION).length / CELLS
  expect(beyond(1)).toBeCloseTo(0.317, 1)
  expect(beyond(2)).toBeCloseTo(0.0455, 2)
  expect(drawn.every(Number.isInteger)).toBe(true)
})

test('a cell has the same count each time, and another one with another key', () => {
  fc.assert(
    fc.property(fc.string(), somePlaces, (key, places) => {
      const given = { ...cell(key, membersAt(0, places)), regions: [['au', regionAt(0)]] as const }
      expect(shownCount(noise, given)).toBe(shownCount(noise, given))
    }),
  )
  const other = { ...noise, secret: new Uint8Array(32).fill(2) }
  const drawn = Array.from({ length: 100 }, (_, place) => `cell ${place}`)
  expect(drawn.filter((key) => noiseOf(noise, key) === noiseOf(other, key)).length).toBeLessThan(10)
})

test('collections before another do not change its counts', () => {
  fc.assert(
    fc.property(somePlaces, (places) => {
      const one = { ...cell('key', membersAt(0, places)), regions: [['au', regionAt(0)]] as const }
      const later = { ...cell('key', membersAt(7, places)), regions: [['au', regionAt(7)]] as const }
      expect(shownCount(noise, later)).toBe(shownCount(noise, one))
    }),
  )
})

/** The noise of the count of two collections. */
function noiseOfBoth(key: string, au: readonly number[], bp: readonly number[]): number {
  const individuals = unionOf([membersAt(0, au), membersAt(10, bp)])
  const regions = [
    ['au', regionAt(0)],
    ['bp', regionAt(10)],
  ] as const
  return shownCount(noise, { ...cell(key, individuals, 'family'), regions, least: -MOST }) - au.length - bp.length
}

test('cells with the same members in one of two collections have noise of their own', () => {
  const firsts = Array.from({ length: 40 }, (_, nth) => Array.from({ length: 10 + nth }, (_, place) => place))
  for (const second of [[], [1, 2, 3]]) {
    const drawn = firsts.map((first, nth) => noiseOfBoth(`cell ${nth}`, first, second))
    expect(new Set(drawn).size).toBeGreaterThan(20)
  }
})

test('noise of another standard deviation, or after individuals have left, is unrelated', () => {
  const drawn = Array.from({ length: 2_000 }, (_, place) => `cell ${place}`)
  const correlationWith = (other: CountNoise) => {
    const products = drawn.map((key) => noiseOf(noise, key) * noiseOf(other, key))
    return products.reduce((sum, one) => sum + one, 0) / (drawn.length * noise.deviation * other.deviation)
  }
  expect(correlationWith(noise)).toBeGreaterThan(0.9)
  expect(Math.abs(correlationWith({ ...noise, deviation: 10 }))).toBeLessThan(0.1)
  expect(Math.abs(correlationWith({ ...noise, epoch: '1' }))).toBeLessThan(0.1)
})

test('definitions of one family have one count of the same individuals, others have counts of their own', () => {
  const places = Array.from({ length: 100 }, (_, place) => place)
  const counted = (key: string, family: string | null) =>
    shownCount(noise, { ...cell(key, membersAt(0, places), family), regions: [['au', regionAt(0)]] })
  const keys = Array.from({ length: 30 }, (_, place) => `definition ${place}`)
  expect(new Set(keys.map((key) => counted(key, 'family'))).size).toBe(1)
  expect(new Set(keys.map((key) => counted(key, null))).size).toBeGreaterThan(15)
})

test('a count is neither below the minimum nor above its population', () => {
  const loud = { ...noise, deviation: 1_000 }
  fc.assert(
    fc.property(fc.string(), somePlaces, (key, places) => {
      const count = shownCount(loud, {
        ...cell(key, membersAt(0, places)),
        regions: [['au', regionAt(0)]],
        least: 5,
        most: 300,
      })
      expect(count).toBeGreaterThanOrEqual(5)
      expect(count).toBeLessThanOrEqual(300)
    }),
  )
})
