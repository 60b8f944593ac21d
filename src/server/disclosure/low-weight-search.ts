import { hasBit, isZero, setBit, type BitVector } from '#server/disclosure/bit-vector.ts'
import { EchelonSample, type Reduced } from '#server/disclosure/echelon-sample.ts'
import { placesOf, sizeOf, sumOf, within, type PeopleSet } from '#server/disclosure/people-set.ts'

/** Sets that the search can hold. */
export const MOST_SETS = 2048
/** Random information sets. Each misses a given group with probability 1/e at worst, when they are as dense as allowed. */
const SAMPLES = 12
const MOST_COORDINATES = MOST_SETS + 256
/**
 * A new sample takes so many coordinates of those that density allows: a set that is no sum of others then shows as such
 * without being summed with them over everybody.
 */
const FIRST_SHARE = 1 / 2
/** So many groups are excluded one by one, in place of random samples. */
const MOST_GROUPS = 200

export const MASK_WORDS = MOST_SETS / 32

/** Which of the sets take part in a sum, a bit each. */
export type Mask = BitVector

/** How a set lies to the sums of the sets that are there. */
export type Relation =
  /** With what is left of it in each sample, as `add` takes it. */
  | { readonly kind: 'independent'; readonly reduced: readonly Reduced[] }
  /** It differs from a sum by fewer people than the minimum. */
  | { readonly kind: 'close' }
  /** It is that sum. */
  | { readonly kind: 'sum'; readonly mask: Mask }

/** People of one collection: their places run from one word to before another. */
export interface Region {
  readonly firstWord: number
  readonly endWord: number
  readonly size: number
}

/** A whole number from 0 to below a bound. */
export type RandomBelow = (bound: number) => number

/**
 * Finds sums of sets over GF(2) that hold few people, by information-set decoding (Prange 1962): a sum of low weight is
 * zero on a random sample of people that misses its few, so there it shows as a linear dependency. Any rational
 * combination of counts that depends on few people has such a sum among its odd coefficients.
 * Where there are few people, every group of `minimum - 1` is excluded in turn, which misses nothing.
 */
export class LowWeightSearch {
  readonly #sets: PeopleSet[] = []
  readonly #samples: EchelonSample[]
  readonly #regions: readonly Region[]
  readonly #minimum: number
  /** Whether every group is excluded in turn; else samples are random, and only as dense as that allows. */
  readonly #isExhaustive: boolean

  constructor(
    { everybody, regions }: { readonly everybody: PeopleSet; readonly regions: readonly Region[] },
    minimum: number,
    random: RandomBelow,
  ) {
    this.#regions = regions
    this.#minimum = minimum
    const options = { mostCoordinates: MOST_COORDINATES, random }
    const places = placesOf(everybody)
    const groups = groupsOf(places, Math.min(minimum - 1, places.length))
    this.#isExhaustive = groups !== null
    if (groups) {
      this.#samples = [[], ...groups].map((excluded) => new EchelonSample({ excluded, ...options }))
      return
    }
    const first = Math.min(MOST_COORDINATES, Math.floor((places.length * FIRST_SHARE) / minimum))
    this.#samples = Array.from(
      { length: SAMPLES },
      () => new EchelonSample({ coordinates: drawn(places, first, random), ...options }),
    )
  }

  /** Whether every further set is a sum of sets that are there. */
  isFullFor(set: PeopleSet): boolean {
    if (this.#sets.length >= MOST_SETS) return true
    return this.#regions.some(
      (region) => sizeOf(within(set, region.firstWord, region.endWord)) > 0 && this.#isDense(region),
    )
  }

  #isDense({ firstWord, endWord, size }: Region): boolean {
    if (this.#isExhaustive) return false
    return (this.#samples[0]?.countWithin(firstWord, endWord) ?? 0) * this.#minimum > size
  }

  relationOf(set: PeopleSet): Relation {
    const all: Reduced[] = []
    for (const sample of this.#samples) {
      const reduced = sample.reduce(set)
      all.push(reduced)
      if (!isZero(reduced.bits)) continue
      const mask = sample.maskOf(reduced, new Int32Array(MASK_WORDS))
      const rest = this.#restOf(set, mask)
      const weight = sizeOf(rest)
      if (weight === 0) return { kind: 'sum', mask }
      if (weight < this.#minimum || !sample.showRest(rest, reduced)) return { kind: 'close' }
    }
    return { kind: 'independent', reduced: all }
  }

  /** Adds a set that is no sum of those that are there; gives its mask. */
  add(set: PeopleSet, reducedBefore: readonly Reduced[] = []): Mask {
    const mask = new Int32Array(MASK_WORDS)
    const place = this.#sets.length
    setBit(mask, place)
    for (const [nth, sample] of this.#samples.entries()) {
      const reduced = reducedBefore[nth] ?? sample.reduce(set)
      // All people by which it differs may be excluded: there it is zero.
      if (isZero(reduced.bits)) {
        const rest = this.#restOf(set, sample.maskOf(reduced, new Int32Array(MASK_WORDS)))
        if (!sample.showRest(rest, reduced)) continue
      }
      sample.add(set, place, reduced)
    }
    this.#sets.push(set)
    return mask
  }

  #restOf(set: PeopleSet, mask: Mask): PeopleSet {
    return sumOf([set, ...this.#sets.filter((_, place) => hasBit(mask, place))])
  }
}

/** Every group of that size, or null where there are too many. */
function groupsOf(places: Uint32Array, size: number): number[][] | null {
  if (places.length > MOST_GROUPS) return null
  let groups: number[][] = [[]]
  for (let members = 0; members < size; members++) {
    groups = groups.flatMap((group) =>
      [...places].filter((place) => place > (group.at(-1) ?? -1)).map((place) => [...group, place]),
    )
    if (groups.length > MOST_GROUPS) return null
  }
  return groups
}

/** Some of the places at random, none twice. */
function drawn(places: Uint32Array, count: number, random: RandomBelow): number[] {
  const left = places.slice()
  return Array.from({ length: count }, (_, nth) => {
    const at = nth + random(left.length - nth)
    const place = left[at] ?? 0
    left[at] = left[nth] ?? 0
    return place
  })
}
