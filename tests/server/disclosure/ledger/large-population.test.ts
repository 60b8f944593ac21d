import { expect, test } from 'vitest'
import { collectionKey } from '#server/disclosure/ledger/count-table.ts'
import { Ledger } from '#server/disclosure/ledger/ledger.ts'
import { setOfPlaces } from '#server/disclosure/ledger/participant-set.ts'
import { randomFrom } from '#tests/bench/random-from.ts'

const MINIMUM = 10
/** Above it, the random samples of the search have their maximum of coordinates (2 × 10 × 2,304 = 46,080). */
const SIZE = 64_000
const WORDS = SIZE / 32
const EACH = Array.from({ length: SIZE }, (_, place) => place)
const allUnreadable = setOfPlaces(EACH, WORDS)

/** Whether the counts of groups are shown to an account that requests them in this order. */
function shownOf(groups: readonly (readonly number[])[]): boolean[] {
  const region = { firstWord: 0, endWord: WORDS, size: SIZE, individuals: allUnreadable, countUpTo: () => SIZE }
  const random = randomFrom(1)
  const ledger = new Ledger({ allUnreadable, regions: new Map([['au', region]]) }, MINIMUM, (bound) =>
    Math.floor(random() * bound),
  )
  return groups.map((places, nth) => {
    const cells = [{ key: `group ${nth}`, individuals: setOfPlaces(places, WORDS) }]
    const known = [collectionKey('au')]
    const table = { population: allUnreadable, known, family: null, cells }
    return ledger.decide(table).isShown[0] === true
  })
}

test('a count that no other count is near is shown, however small its share of a large population', () => {
  const groups = Array.from({ length: 200 }, (_, nth) => EACH.slice(nth * 300, nth * 300 + MINIMUM + (nth % 50)))
  expect(shownOf(groups).filter((isShown) => !isShown)).toEqual([])
})

test('a count is suppressed if it differs from a sum of others by few of a large population', () => {
  const [one, two] = [EACH.slice(0, 20_000), EACH.slice(30_000, 50_000)]
  const near = [...one.slice(MINIMUM - 1), ...two]
  const further = [...one.slice(MINIMUM), ...two]
  expect(shownOf([one, two, near])).toEqual([true, true, false])
  expect(shownOf([one, two, further])).toEqual([true, true, true])
})
