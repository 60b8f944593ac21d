import { createCipheriv, createHash } from 'node:crypto'
import {
  type BitVector,
  EchelonSample,
  type Reduced,
  hasBit,
  isZero,
  setBit,
} from '#server/disclosure/ledger/echelon-sample.ts'
import type { CollectionRegion } from '#server/disclosure/ledger/individual-layout.ts'
import { type IndividualSet, placesOf, sizeOf, sumOf, within } from '#server/disclosure/ledger/participant-set.ts'
import type { Random } from '#server/platform/process/runtime.ts'

/** Capacity of the search, in sets. */
export const MOST_SETS = 2048
/** Random information sets. Each misses a given group with probability 1/e at worst, at the highest allowed density. */
const SAMPLES = 12
const MOST_COORDINATES = MOST_SETS + 256
/**
 * Share of the allowed coordinates that a new sample starts with. A set independent of the others is then recognised
 * without a sum over all individuals. The rest is for sets of few individuals: a random sample of a large population has
 * none of them, and a sample without room for one suppresses them all.
 */
const FIRST_SHARE = 1 / 2
/** Up to this number of groups, each is excluded one by one; above it, samples are random. */
const MOST_GROUPS = 200

export const MASK_WORDS = MOST_SETS / 32

/** The sets in a sum, one bit each. */
export type Mask = BitVector

/** The relation of a set to the span of the sets present. */
export type Relation =
  /** With its remainder in each sample, as `add` takes it. */
  | { readonly kind: 'independent'; readonly reduced: readonly Reduced[] }
  /** The set differs from a sum of disclosed sets by fewer individuals than the minimum. */
  | { readonly kind: 'close' }
  /** The set equals that sum. */
  | { readonly kind: 'sum'; readonly mask: Mask }

/** Returns an integer in [0, bound). */
export type RandomBelow = (bound: number) => number

/**
 * Finds sums of sets over GF(2) that hold few individuals, by information-set decoding (Prange 1962). A sum of low
 * weight is zero on a random sample that misses its few individuals, so it shows there as a linear dependency. Any
 * rational combination of counts that depends on few individuals has such a sum among its odd coefficients. In small
 * populations every group of `minimum - 1` is excluded: the search is then exhaustive.
 */
export class LowWeightSearch {
  readonly #sets: IndividualSet[] = []
  readonly #samples: EchelonSample[]
  readonly #regions: readonly CollectionRegion[]
  readonly #minimum: number
  /** Whether every group is excluded one by one. Otherwise samples are random and limited in density. */
  readonly #isExhaustive: boolean

  constructor(
    {
      allUnreadable,
      regions,
    }: { readonly allUnreadable: IndividualSet; readonly regions: readonly CollectionRegion[] },
    minimum: number,
    random: RandomBelow,
  ) {
    this.#regions = regions
    this.#minimum = minimum
    const options = { mostCoordinates: MOST_COORDINATES, random }
    const places = placesOf(allUnreadable)
    const groups = groupsOf(places, Math.min(minimum - 1, places.length))
    this.#isExhaustive = groups !== null
    if (groups) {
      this.#samples = [[], ...groups].map((excluded) => new EchelonSample({ excluded, ...options }))
      return
    }
    const first = Math.floor(Math.min(MOST_COORDINATES, places.length / minimum) * FIRST_SHARE)
    this.#samples = Array.from(
      { length: SAMPLES },
      () => new EchelonSample({ coordinates: drawn(places, first, random), ...options }),
    )
  }

  /** Whether every further set is in the span of the sets present. */
  isFullFor(set: IndividualSet): boolean {
    if (this.#sets.length >= MOST_SETS) return true
    return this.#regions.some(
      (region) => sizeOf(within(set, region.firstWord, region.endWord)) > 0 && this.#isDense(region),
    )
  }

  #isDense({ firstWord, endWord, size }: CollectionRegion): boolean {
    if (this.#isExhaustive) return false
    return (this.#samples[0]?.countWithin(firstWord, endWord) ?? 0) * this.#minimum > size
  }

  relationOf(set: IndividualSet): Relation {
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

  /** Adds a set that is independent of those present; returns its mask. */
  add(set: IndividualSet, reducedBefore: readonly Reduced[] = []): Mask {
    const mask = new Int32Array(MASK_WORDS)
    const place = this.#sets.length
    setBit(mask, place)
    for (const [nth, sample] of this.#samples.entries()) {
      const reduced = reducedBefore[nth] ?? sample.reduce(set)
      // Every individual of the difference may be excluded: the remainder is zero there.
      if (isZero(reduced.bits)) {
        const rest = this.#restOf(set, sample.maskOf(reduced, new Int32Array(MASK_WORDS)))
        if (!sample.showRest(rest, reduced)) continue
      }
      sample.add(set, place, reduced)
    }
    this.#sets.push(set)
    return mask
  }

  /** The mask of a set that is known. It is added unless it is a sum. */
  maskOf(set: IndividualSet, relation = this.relationOf(set)): Mask {
    if (relation.kind === 'sum') return relation.mask
    return this.add(set, relation.kind === 'independent' ? relation.reduced : [])
  }

  #restOf(set: IndividualSet, mask: Mask): IndividualSet {
    return sumOf([set, ...this.#sets.filter((_, place) => hasBit(mask, place))])
  }
}

/** All groups of that size; null if there are too many. */
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

/** Random positions without repetition. */
function drawn(places: Uint32Array, count: number, random: RandomBelow): number[] {
  const left = places.slice()
  return Array.from({ length: count }, (_, nth) => {
    const index = nth + random(left.length - nth)
    const place = left[index] ?? 0
    left[index] = left[nth] ?? 0
    return place
  })
}

/** Random bytes per draw: each draw is a system call. */
const DRAWN_BYTES = 4_096

/** Modulo bias of 32 bits is far below the sampling error. */
export function randomBelow(random: Random): RandomBelow {
  let drawn: DataView | null = null
  let offset = 0
  return (bound) => {
    if (!drawn || offset === DRAWN_BYTES) {
      drawn = new DataView(Uint8Array.from(random(DRAWN_BYTES)).buffer)
      offset = 0
    }
    offset += 4
    return drawn.getUint32(offset - 4) % bound
  }
}

/** A pseudorandom sequence, equal for equal seeds. */
export function seededBelow(seed: string): RandomBelow {
  const key = createHash('sha256').update(seed).digest()
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  return randomBelow((count) => stream.update(Buffer.alloc(count)))
}
