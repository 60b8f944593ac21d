import { countAnswersIn, partOf } from '#tests/support/attacks/counts.ts'
import { solved } from '#tests/support/attacks/linear-systems.ts'
import { accountAt, shuffled, type Attack, type KnownAnswer, type Target } from '#tests/support/attacks/target.ts'

const QUERIES = 40
/** Groups are large enough that both counts are usually above the minimum. */
const SIZE_FACTOR = 3
const WINDOWS = [10, 20, 30, 50]
const MOST_TRIES = 400

/**
 * Linear reconstruction (Dinur and Nissim 2003; Cohen and Nissim 2020), aimed at one individual: many groups that share
 * little but the target. The answers of the others are noise, with covariances from the expected overlaps; generalised
 * least squares weights the counts.
 */
export const linearReconstruction: Attack = async (attacker, target) => {
  const groups = groupsOf(target, attacker.random)
  const counted: { readonly group: Group; readonly difference: number }[] = []
  for (const [place, group] of groups.entries()) {
    const parts = group.map((known) => partOf(known))
    const { yes, no } = await countAnswersIn(attacker, accountAt(attacker, place), target, parts)
    if (yes !== null && no !== null) counted.push({ group, difference: yes - no })
  }
  if (counted.length === 0) return null
  const covariances = counted.map(({ group: one }) => counted.map(({ group: other }) => sizeOf(target, one, other)))
  // A ridge, because the overlaps are only expected ones.
  const weights = solved(
    covariances.map((row, place) => row.map((value, other) => (place === other ? value * 1.1 : value))),
    counted.map(() => 1),
  )
  const evidence = counted.reduce((sum, { difference }, place) => sum + difference * (weights[place] ?? 0), 0)
  return evidence === 0 ? null : evidence > 0
}

type Group = readonly KnownAnswer[]

/** Groups of about the same small size, each of a random choice of the target's answers. */
function groupsOf(target: Target, random: () => number): Group[] {
  const wanted = SIZE_FACTOR * Math.max(target.minimum, 3)
  const groups = new Map<string, Group>()
  for (let turn = 0; turn < MOST_TRIES && groups.size < QUERIES; turn++) {
    const windows = target.numbers.map((number) => widened(number, random))
    const group: KnownAnswer[] = []
    for (const known of shuffled([...target.codes, ...windows], random)) {
      if (sizeOf(target, [...group, known], []) >= wanted * 0.8) group.push(known)
    }
    if (sizeOf(target, group, []) <= 2 * wanted)
      groups.set(JSON.stringify(group.map(({ variable }) => variable).sort()), group)
  }
  return [...groups.values()]
}

/** A wider range around a number, of the values from 0 to 99. */
function widened(number: Target['numbers'][number], random: () => number): KnownAnswer {
  const width = WINDOWS[Math.floor(random() * WINDOWS.length)] ?? 1
  const low = Math.max(0, Math.min(99 - width, number.low - Math.floor(random() * width)))
  return { ...number, low, high: low + width, share: number.share * (width + 1) }
}

/** The expected number of individuals in two groups, if answers are independent. */
function sizeOf({ records }: Target, one: Group, other: Group): number {
  let size = records
  for (const known of one) {
    const same = other.find(({ variable }) => variable === known.variable)
    size *= same ? sharedShare(known, same) : known.share
  }
  for (const known of other) if (!one.some(({ variable }) => variable === known.variable)) size *= known.share
  return size
}

function sharedShare(one: KnownAnswer, other: KnownAnswer): number {
  if (one.kind === 'code' || other.kind === 'code') return one.share
  const width = Math.min(one.high, other.high) - Math.max(one.low, other.low) + 1
  return (one.share * Math.max(0, width)) / (one.high - one.low + 1)
}
