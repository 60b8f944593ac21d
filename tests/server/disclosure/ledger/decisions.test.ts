import { expect, test } from 'vitest'
import { type Table, collectionKey } from '#server/disclosure/ledger/count-table.ts'
import { Ledger } from '#server/disclosure/ledger/ledger.ts'
import { setOfPlaces } from '#server/disclosure/ledger/participant-set.ts'

const MINIMUM = 10
const SIZE = 640
const WORDS = SIZE / 32

const allUnreadable = setOfPlaces(
  Array.from({ length: SIZE }, (_, place) => place),
  WORDS,
)
const region = { firstWord: 0, endWord: WORDS, size: SIZE, individuals: allUnreadable, countUpTo: () => SIZE }

function newLedger(): Ledger {
  let state = 1
  return new Ledger({ allUnreadable, regions: new Map([['au', region]]) }, MINIMUM, (bound) => {
    state = (state * 48_271) % 2_147_483_647
    return state % bound
  })
}

/** A pseudorandom half of the individuals. */
function tableOf(nth: number): Table {
  const places = Array.from({ length: SIZE }, (_, place) => place).filter(
    (place) => ((place * 7_919 + nth * 104_729 + ((place * nth) % 97) * 31) % 101) % 2 === 0,
  )
  const cells = [{ key: `cell ${nth}`, individuals: setOfPlaces(places, WORDS) }]
  return { population: allUnreadable, known: [collectionKey('au')], family: null, cells }
}

test('the limit of independent cells is over all releases, and earlier counts are repeated', () => {
  const before = newLedger()
  const made = Array.from({ length: 200 }, (_, nth) => before.decide(tableOf(nth))).flatMap((decision) => decision.made)
  const shown = made.filter(({ isShown }) => isShown).length
  expect(shown).toBeGreaterThan(20)
  expect(shown).toBeLessThanOrEqual(SIZE / MINIMUM)

  const after = newLedger()
  for (const decision of made) after.replayEarlier(decision, SIZE)
  const again = Array.from({ length: 400 }, (_, nth) => after.decide(tableOf(nth)).isShown[0])
  expect(again.slice(0, 200)).toEqual(Array.from({ length: 200 }, (_, nth) => before.decide(tableOf(nth)).isShown[0]))
  expect(again.slice(200)).not.toContain(true)

  // Without earlier decisions, or with those on an import that was undone.
  expect(newLedger().decide(tableOf(300)).isShown).toEqual([true])
  const undone = newLedger()
  for (const decision of made.slice(0, 1)) undone.replayEarlier(decision, null)
  expect(undone.decide(tableOf(0)).isShown).toEqual([false])
})
