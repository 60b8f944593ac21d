import type { OriginWords, PeopleBits } from '#server/small-counts/people-bits.ts'

/**
 * How many people the numbers of two sets tell of by their difference: where all of the one are in the other too,
 * within the words given; of sets that overlap they tell of no one.
 */
export function differenceOf(first: PeopleBits, second: PeopleBits, within: readonly OriginWords[]): number {
  let onlyFirst = 0
  let onlySecond = 0
  for (const { from, to } of within) {
    for (let word = from; word < to; word++) {
      const [one, other] = [first[word] ?? 0, second[word] ?? 0]
      onlyFirst += bitsSet(one & ~other)
      onlySecond += bitsSet(other & ~one)
    }
    if (onlyFirst > 0 && onlySecond > 0) return 0
  }
  return onlyFirst + onlySecond
}

/** How many bits of a word are set. */
function bitsSet(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
