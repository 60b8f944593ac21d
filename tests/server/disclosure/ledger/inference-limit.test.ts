import { expect, test } from 'vitest'
import { collectionKey, Ledger } from '#server/disclosure/ledger/ledger.ts'
import { costOf, inferenceLimitFor } from '#server/disclosure/ledger/inference-limit.ts'
import { setOfPlaces } from '#server/disclosure/participant-set.ts'
import { isSuppressing } from '#server/model/user.ts'
import { upperTailOfChiSquare } from '#domain/statistics/tails.ts'
import { randomFrom } from '#tests/bench/random-from.ts'

const SIZE = 6_400
const WORDS = SIZE / 32
const EACH = Array.from({ length: SIZE }, (_, place) => place)
const allUnreadable = setOfPlaces(EACH, WORDS)

function newLedger(share: number | null): Ledger {
  const { budget, minimumCell } = inferenceLimitFor(share)
  const half = (from: number) => {
    const individuals = setOfPlaces(EACH.slice(from, from + SIZE / 2), WORDS)
    return { firstWord: from / 32, endWord: (from + SIZE / 2) / 32, size: SIZE / 2, individuals, countUpTo: () => SIZE }
  }
  const regions = new Map([
    ['au', half(0)],
    ['bp', half(SIZE / 2)],
  ])
  const random = randomFrom(1)
  const limits = { minimum: Math.max(10, minimumCell), budget }
  return new Ledger({ allUnreadable, regions }, limits, (bound) => Math.floor(random() * bound))
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
  for (const { key, individuals } of table.cells) another.publish(key, null, individuals)
  for (const decision of made) another.replay(decision)
  for (const decision of newLedger(0.6).decide(groupOf(1)).made) another.replay(decision)
  for (const decision of newLedger(0.6).decide(groupOf(2)).made) another.replay(decision)
  const expected = newLedger(0.6)
  for (const nth of [0, 1, 2]) expected.decide(groupOf(nth))
  const shownNext = (ledger: Ledger) =>
    Array.from({ length: 9 }, (_, nth) => ledger.decide(groupOf(3 + nth)).isShown.every(Boolean))
  expect(shownNext(another)).toEqual(shownNext(expected))
})
