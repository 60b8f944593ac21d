import { expect, test } from 'vitest'
import { collectionKey } from '#server/disclosure/ledger/cell-id.ts'
import { inferenceLimitFor } from '#server/disclosure/ledger/inference-limit.ts'
import { Ledger } from '#server/disclosure/ledger/ledger.ts'
import { setOfPlaces } from '#server/disclosure/participant-set.ts'
import { randomFrom } from '#tests/bench/random-from.ts'

const SIZE = 6_400
const WORDS = SIZE / 32
const EACH = Array.from({ length: SIZE }, (_, place) => place)
const allUnreadable = setOfPlaces(EACH, WORDS)
const SHARE = 0.6
const GROUPS = 60
const TARGETS = 14

/** A table of the individuals with an answer outside a group, and of all others. */
function outside(answered: readonly number[], isInGroup: readonly boolean[], key: string) {
  const cell = answered.filter((place) => !isInGroup[place])
  const within = new Set(cell)
  const rest = EACH.filter((place) => !within.has(place))
  return {
    size: cell.length,
    table: {
      population: allUnreadable,
      known: [collectionKey('au')],
      variables: ['SECRET', key],
      family: null,
      cells: [cell, rest].map((places, nth) => ({ key: `${key} ${nth}`, individuals: setOfPlaces(places, WORDS) })),
    },
  }
}

/** The evidence of small groups, each as the difference of two large counts. */
function infers(target: number): boolean {
  const { budget, minimumCell: minimum } = inferenceLimitFor(SHARE)
  const random = randomFrom(target + 1)
  const isYes = EACH.map(() => random() < 1 / 2)
  const [yes, no] = [EACH.filter((place) => isYes[place]), EACH.filter((place) => !isYes[place])]
  const region = { firstWord: 0, endWord: WORDS, size: SIZE, individuals: allUnreadable, countUpTo: () => SIZE }
  const ledger = new Ledger({ allUnreadable, regions: new Map([['au', region]]) }, { minimum, budget }, (bound) =>
    Math.floor(random() * bound),
  )
  ledger.publish({ key: 'yes', family: 'margin', individuals: setOfPlaces(yes, WORDS) })
  ledger.publish({ key: 'no', family: 'margin', individuals: setOfPlaces(no, WORDS) })
  let evidence = 0
  for (let nth = 0; nth < GROUPS; nth++) {
    const isInGroup = EACH.map((place) => place === target || random() < (3 * minimum) / SIZE)
    const [otherYes, otherNo] = [outside(yes, isInGroup, `yes ${nth}`), outside(no, isInGroup, `no ${nth}`)]
    const areShown = [otherYes, otherNo].map(({ table }) => ledger.decide(table).isShown[0])
    if (areShown.every(Boolean)) evidence += yes.length - otherYes.size - (no.length - otherNo.size)
  }
  return evidence > 0 === isYes[target]
}

// A known limit (handbook, security).
test('differences of large groups infer more answers than the limit says', () => {
  const right = EACH.slice(0, TARGETS).filter(infers).length
  expect(right / TARGETS).toBeGreaterThan(SHARE)
})
