import { expect, test } from 'vitest'
import { collectionKey } from '#server/disclosure/ledger/count-table.ts'
import { Ledger } from '#server/disclosure/ledger/ledger.ts'
import { setOfPlaces } from '#server/disclosure/ledger/participant-set.ts'
import { randomFrom } from '#tests/bench/random-from.ts'

const SIZE = 640
const WORDS = SIZE / 32
const EACH = Array.from({ length: SIZE }, (_, place) => place)
const allUnreadable = setOfPlaces(EACH, WORDS)

interface Part {
  readonly key: string
  readonly size: number
  /** The answer of all members to each of two variables. */
  readonly answers?: readonly [string, string]
}

function newLedger(): Ledger {
  const region = { firstWord: 0, endWord: WORDS, size: SIZE, individuals: allUnreadable, countUpTo: () => SIZE }
  const random = randomFrom(1)
  return new Ledger({ allUnreadable, regions: new Map([['au', region]]) }, 10, (bound) => Math.floor(random() * bound))
}

/** Which of the cells of a table are shown. Each has the next individuals in order. */
function shownOf(parts: readonly Part[], ledger = newLedger(), isPartition = false): readonly boolean[] {
  let from = 0
  const cells = parts.map(({ key, size, answers }) => {
    const members = EACH.slice(from, from + size)
    from += size
    return {
      key,
      individuals: setOfPlaces(members, WORDS),
      ...(answers && { answers: answers.map((answer) => new Map([[answer, size]])) }),
    }
  })
  const known = [collectionKey('au')]
  return ledger.decide({ population: allUnreadable, known, family: null, isPartition, cells }).isShown
}

function shownOfSizes(...sizes: readonly number[]): readonly boolean[] {
  return shownOf(sizes.map((size, place) => ({ key: `cell ${place}`, size })))
}

test('a small cell takes the least important large one with it, and no other', () => {
  expect(shownOfSizes(300, 300, 3, 37)).toEqual([true, true, false, false])
  expect(shownOfSizes(300, 300, 37, 3)).toEqual([true, true, false, false])
  expect(shownOfSizes(300, 300, 20, 20)).toEqual([true, true, true, true])
  // Two small cells together are enough.
  expect(shownOfSizes(300, 320, 14, 6)).toEqual([true, true, false, false])
  expect(shownOfSizes(600, 26, 7, 7)).toEqual([true, true, false, false])
})

test('a rest of several suppressed cells may be known if the shown cells share its answers', () => {
  const ledger = newLedger()
  const one = [
    { key: 'yes', size: 250 },
    { key: 'no', size: 150 },
    { key: 'no answer', size: 240 },
  ]
  expect(shownOf(one, ledger)).toEqual([true, true, true])
  // The last two can be computed from the counts above, but not by the definitions alone: the ledger suppresses them.
  const both: readonly Part[] = [
    { key: 'yes, and a number', size: 200, answers: ['yes', 'number'] },
    { key: 'others', size: 200, answers: ['yes', 'number'] },
    { key: 'neither', size: 240, answers: ['none', 'none'] },
  ]
  expect(shownOf(both, ledger)).toEqual([true, false, false])
})

test('an empty cell of a partition takes the least important one with it', () => {
  const parts = (...sizes: readonly number[]) => sizes.map((size, place) => ({ key: `cell ${place}`, size }))
  expect(shownOf(parts(300, 300, 40, 0))).toEqual([true, true, true, false])
  expect(shownOf(parts(300, 300, 40, 0), newLedger(), true)).toEqual([true, true, false, false])
  expect(shownOf(parts(300, 0, 340, 0), newLedger(), true)).toEqual([true, false, false, false])
  expect(shownOf(parts(300, 300, 40), newLedger(), true)).toEqual([true, true, true])
})
