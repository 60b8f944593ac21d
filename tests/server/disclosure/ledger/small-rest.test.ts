import { expect, test } from 'vitest'
import { collectionKey, Ledger } from '#server/disclosure/ledger/ledger.ts'
import { setOfPlaces } from '#server/disclosure/participant-set.ts'
import { randomFrom } from '#tests/bench/random-from.ts'

const SIZE = 640
const WORDS = SIZE / 32
const EACH = Array.from({ length: SIZE }, (_, place) => place)
const allUnreadable = setOfPlaces(EACH, WORDS)

/** Which of the cells with these sizes are shown, of a table in this order. */
function shownOf(sizes: readonly number[]): readonly boolean[] {
  const region = { firstWord: 0, endWord: WORDS, size: SIZE, individuals: allUnreadable, countUpTo: () => SIZE }
  const limits = { minimum: 10, budget: Number.POSITIVE_INFINITY }
  const random = randomFrom(1)
  const ledger = new Ledger({ allUnreadable, regions: new Map([['au', region]]) }, limits, (bound) =>
    Math.floor(random() * bound),
  )
  let from = 0
  const cells = sizes.map((size, place) => {
    const own = EACH.slice(from, from + size)
    from += size
    return { key: `cell ${place}`, individuals: setOfPlaces(own, WORDS) }
  })
  const known = [collectionKey('au')]
  return ledger.decide({ population: allUnreadable, known, variables: ['A'], family: null, cells }).isShown
}

test('a small cell takes the least important large one with it, and no other', () => {
  expect(shownOf([300, 300, 3, 37])).toEqual([true, true, false, false])
  expect(shownOf([300, 300, 37, 3])).toEqual([true, true, false, false])
  expect(shownOf([300, 300, 20, 20])).toEqual([true, true, true, true])
  // Two small cells together are enough.
  expect(shownOf([300, 320, 14, 6])).toEqual([true, true, false, false])
  expect(shownOf([600, 26, 7, 7])).toEqual([true, true, false, false])
})
