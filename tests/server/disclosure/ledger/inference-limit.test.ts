import { expect, test } from 'vitest'
import { upperTailOfChiSquare } from '#domain/statistics/tails.ts'
import { collectionKey } from '#server/disclosure/ledger/cell-id.ts'
import { costOf, inferenceLimitFor, informationOf, leastNoiseFor } from '#server/disclosure/ledger/inference-limit.ts'
import { Ledger } from '#server/disclosure/ledger/ledger.ts'
import { setOfPlaces } from '#server/disclosure/participant-set.ts'
import { isSuppressing } from '#server/model/user.ts'
import { randomFrom } from '#tests/bench/random-from.ts'

const SIZE = 6_400
const WORDS = SIZE / 32
const EACH = Array.from({ length: SIZE }, (_, place) => place)
const allUnreadable = setOfPlaces(EACH, WORDS)

function newLedger(share: number | null, noise = 0, data: { largestFamily?: number; releases?: number } = {}): Ledger {
  const { budget, minimumCell } = inferenceLimitFor(share, noise)
  const half = (from: number) => {
    const individuals = setOfPlaces(EACH.slice(from, from + SIZE / 2), WORDS)
    return { firstWord: from / 32, endWord: (from + SIZE / 2) / 32, size: SIZE / 2, individuals, countUpTo: () => SIZE }
  }
  const regions = new Map([
    ['au', half(0)],
    ['bp', half(SIZE / 2)],
  ])
  const random = randomFrom(1)
  const limits = { minimum: Math.max(10, minimumCell), budget, noise }
  return new Ledger({ allUnreadable, regions, largestFamily: 4, ...data }, limits, (bound) =>
    Math.floor(random() * bound),
  )
}

/** A pseudorandom tenth of a collection by a known answer, and its members by another. */
function groupOf(nth: number, { collection = 'au', variables = ['SECRET', 'GROUP'] } = {}) {
  const random = randomFrom(nth + 1)
  const own = collection === 'au' ? EACH.slice(0, SIZE / 2) : EACH.slice(SIZE / 2)
  const group = own.filter(() => random() < 1 / 10)
  const yes = group.filter((_, place) => place % 2 === 0)
  const no = group.filter((_, place) => place % 2 === 1)
  return {
    population: setOfPlaces(own, WORDS),
    known: [collectionKey(collection)],
    variables,
    family: null,
    cells: [
      { key: `yes ${nth} ${collection} ${variables.join()}`, individuals: setOfPlaces(yes, WORDS) },
      { key: `no ${nth} ${collection} ${variables.join()}`, individuals: setOfPlaces(no, WORDS) },
    ],
  }
}

test.each([
  [0.55, 64],
  [0.6, 16],
  [0.75, 3],
])('a limit of %d allows tables of cells of %d', (share, minimumCell) => {
  const limit = inferenceLimitFor(share)
  expect(limit.minimumCell).toBe(minimumCell)
  // One table after the budget is used up: twice the budget at most.
  const information = 2 * limit.budget
  expect(1 - upperTailOfChiSquare(information / 4, 1) / 2).toBeCloseTo(share, 6)
})

test('a weak limit still suppresses: the smallest count is 2', () => {
  const { minimumCell } = inferenceLimitFor(0.99)
  expect(isSuppressing({ reader: { isAdmin: false, collections: [] }, minimumCell })).toBe(true)
})

test('the cost of a partition is that of its two smallest parts', () => {
  expect(costOf([500, 20, 50])).toBeCloseTo(1 / 20 + 1 / 50)
  expect(costOf([500, 0])).toBe(0)
})

test('tables with a variable are shown until the budget is used up, whatever the next counts are', () => {
  const ledger = newLedger(0.6)
  const tables = Array.from({ length: 12 }, (_, nth) => groupOf(nth))
  const shown = tables.map((table) => ledger.decide(table).isShown.every(Boolean))
  const last = shown.lastIndexOf(true)
  expect(last).toBeGreaterThan(0)
  expect(shown.slice(0, last + 1)).not.toContain(false)
  expect(last).toBeLessThan(11)

  expect(ledger.decided(groupOf(11))).toEqual([false, false])
  expect(ledger.decided(groupOf(0))).toEqual([true, true])
  expect(ledger.decide(groupOf(20, { variables: ['OTHER'] })).isShown).toEqual([true, true])
  expect(ledger.decide(groupOf(20, { variables: ['OTHER', 'GROUP'] })).isShown).toEqual([false, false])
  expect(ledger.decide(groupOf(20, { collection: 'bp' })).isShown).toEqual([true, true])
  expect(newLedger(null).decide(groupOf(0)).isShown).toEqual([true, true])
})

test('decisions of another server and of an earlier release use up the same budget', () => {
  const first = newLedger(0.6)
  const made = Array.from({ length: 12 }, (_, nth) => first.decide(groupOf(nth)).made).flat()
  const [second, later] = [newLedger(0.6), newLedger(0.6)]
  for (const decision of made) second.replay(decision)
  for (const decision of made) later.replayEarlier(decision, SIZE)
  expect(second.decide(groupOf(20)).isShown).toEqual([false, false])
  expect(later.decide(groupOf(20)).isShown).toEqual([false, false])
})

test('a table of which a cell was published before costs the same on every server', () => {
  const table = groupOf(0)
  const { made } = newLedger(0.6).decide(table)
  const another = newLedger(0.6)
  for (const { key, individuals } of table.cells) another.publish({ key, family: null, individuals })
  for (const decision of made) another.replay(decision)
  for (const decision of newLedger(0.6).decide(groupOf(1)).made) another.replay(decision)
  for (const decision of newLedger(0.6).decide(groupOf(2)).made) another.replay(decision)
  const expected = newLedger(0.6)
  for (const nth of [0, 1, 2]) expected.decide(groupOf(nth))
  const shownNext = (ledger: Ledger) =>
    Array.from({ length: 9 }, (_, nth) => ledger.decide(groupOf(3 + nth)).isShown.every(Boolean))
  expect(shownNext(another)).toEqual(shownNext(expected))
})

/** The share of right guesses about a fair coin with some information. */
const rightGuesses = (information: number) => 1 - upperTailOfChiSquare(information / 4, 1) / 2

test.each([
  [0.55, 20],
  [0.55, 50],
  [0.6, 20],
  [0.75, 5],
])('with noise a limit of %d is a bound for all counts of a variable, noise %d', (share, noise) => {
  const ledger = newLedger(share, noise)
  const most = inferenceLimitFor(share, noise).budget / informationOf(2, noise)
  const tables = Array.from({ length: Math.ceil(most) + 3 }, (_, nth) => groupOf(nth))
  const shown = tables.filter((table) => ledger.decide(table).isShown.every(Boolean)).length
  // The counts over all individuals are one table, in every data version.
  const spent = (count: number) => rightGuesses(informationOf(2, noise) * (1 + count))
  expect(spent(shown)).toBeLessThanOrEqual(share)
  expect(spent(shown + 1)).toBeGreaterThan(share)
})

test('with noise small counts cost no more than large ones, and one count half of two', () => {
  expect(informationOf(1, 20)).toBeCloseTo(1 / 400, 12)
  expect(informationOf(2, 20)).toBeCloseTo(2 / 400, 12)
  expect(informationOf(9, 20)).toBeCloseTo(2 / 400, 12)
  expect(inferenceLimitFor(0.55, 20).minimumCell).toBe(2)
  expect(inferenceLimitFor(null, 20).minimumCell).toBe(2)
})

test('with noise a count of a pedigree set costs by the square of the largest family', () => {
  const ledger = newLedger(0.6, 20)
  const ofFamilies = (nth: number) => ({ ...groupOf(nth), decidesFamilies: true })
  const left = inferenceLimitFor(0.6, 20).budget - informationOf(2, 20)
  const most = Math.floor(left / (2 * (4 / 20) ** 2))
  const shown = Array.from({ length: most + 2 }, (_, nth) => ledger.decide(ofFamilies(nth)).isShown.every(Boolean))
  expect(shown.filter(Boolean)).toHaveLength(most)
})

test('the least noise has room for the margin and one table', () => {
  for (const share of [0.51, 0.55, 0.6, 0.75, 0.9]) {
    const isShownWith = (noise: number) => {
      return newLedger(share, noise).decide(groupOf(0)).isShown.every(Boolean)
    }
    const least = leastNoiseFor(share)
    expect([least, isShownWith(least)]).toEqual([least, true])
    if (least > 1) expect([least - 1, isShownWith(least - 1)]).toEqual([least - 1, false])
  }
})

test('with noise a pedigree set has no counts if a family may be larger than the minimum', () => {
  const ofFamilies = { ...groupOf(0), decidesFamilies: true }
  const isShownIn = (largestFamily: number) =>
    newLedger(0.99, 20, { largestFamily }).decide(ofFamilies).isShown.every(Boolean)
  expect([isShownIn(9), isShownIn(10)]).toEqual([true, false])
})

test('with noise cells that share individuals cost each', () => {
  const overlapping = (nth: number) => ({ ...groupOf(nth), isOverlapping: true, cells: [...groupOf(nth).cells] })
  const three = (nth: number) => {
    const table = overlapping(nth)
    const cells = [...table.cells, ...groupOf(nth + 100).cells.slice(0, 1)]
    return { ...table, cells: cells.map((cell, place) => ({ ...cell, key: `${nth} ${place}` })) }
  }
  const left = inferenceLimitFor(0.6, 20).budget - informationOf(2, 20)
  const ledger = newLedger(0.6, 20)
  const shown = Array.from({ length: 60 }, (_, nth) => ledger.decide(three(nth)).isShown.filter(Boolean).length)
  const counts = shown.reduce((sum, one) => sum + one, 0)
  expect(counts * informationOf(1, 20)).toBeLessThanOrEqual(left)
  expect(counts).toBeGreaterThan(60)
})

test('with noise each data version costs a table of every variable', () => {
  const shownAfter = (releases: number) => {
    const ledger = newLedger(0.55, 20, { releases })
    return Array.from({ length: 14 }, (_, nth) => ledger.decide(groupOf(nth)).isShown.every(Boolean)).filter(Boolean)
      .length
  }
  expect([1, 3, 12, 13].map(shownAfter)).toEqual([11, 9, 0, 0])
})
