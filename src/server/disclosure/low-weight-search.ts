import {
  addTo,
  firstBit,
  hasBit,
  isOddTogether,
  isZero,
  setBit,
  wordsFor,
  type BitVector,
} from '#server/disclosure/bit-vector.ts'
import { holds, placeAt, placesOf, sizeOf, sumOf, within, type PeopleSet } from '#server/disclosure/people-set.ts'

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

/** People tried for a new coordinate: more than can be excluded or taken already. */
const MOST_TRIES = 64

const COORDINATE_WORDS = MOST_COORDINATES / 32
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

interface Row {
  /** What it was made of, and its place among the sets. */
  readonly set: PeopleSet
  readonly place: number
  readonly bits: BitVector
  /** Which of the rows before it were added. */
  readonly added: BitVector
  readonly pivot: number
}

/** An echelon form of the sets over some people, its coordinates. */
interface Sample {
  readonly coordinates: number[]
  readonly rows: Row[]
  /** Places that are no further coordinate: the coordinates and who is excluded. */
  readonly taken: Set<number>
}

/** People of one collection: their places run from one word to before another. */
export interface Region {
  readonly firstWord: number
  readonly endWord: number
  readonly size: number
}

interface Reduced {
  readonly bits: BitVector
  /** Which rows of the sample were added. */
  readonly added: BitVector
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
  readonly #samples: Sample[]
  readonly #regions: readonly Region[]
  readonly #minimum: number
  readonly #random: RandomBelow
  /** Whether every group is excluded in turn; else samples are random, and only as dense as that allows. */
  readonly #isExhaustive: boolean

  constructor(
    { everybody, regions }: { readonly everybody: PeopleSet; readonly regions: readonly Region[] },
    minimum: number,
    random: RandomBelow,
  ) {
    this.#regions = regions
    this.#minimum = minimum
    this.#random = random
    const places = placesOf(everybody)
    const groups = groupsOf(places, Math.min(minimum - 1, places.length))
    this.#isExhaustive = groups !== null
    if (groups) {
      this.#samples = [[], ...groups].map((excluded) => ({ coordinates: [], rows: [], taken: new Set(excluded) }))
      return
    }
    const first = Math.min(MOST_COORDINATES, Math.floor((places.length * FIRST_SHARE) / minimum))
    this.#samples = Array.from({ length: SAMPLES }, () => {
      const coordinates = drawn(places, first, random)
      return { coordinates, rows: [], taken: new Set(coordinates) }
    })
  }

  /** Whether no further set can be told from sums of those that are there. */
  isFullFor(set: PeopleSet): boolean {
    if (this.#sets.length >= MOST_SETS) return true
    const { coordinates = [] } = this.#samples[0] ?? {}
    return this.#regions.some(
      (region) => sizeOf(within(set, region.firstWord, region.endWord)) > 0 && this.#isDense(region, coordinates),
    )
  }

  #isDense({ firstWord, endWord, size }: Region, coordinates: readonly number[]): boolean {
    if (this.#isExhaustive) return false
    const own = coordinates.filter((place) => place >>> 5 >= firstWord && place >>> 5 < endWord)
    return own.length * this.#minimum > size
  }

  relationOf(set: PeopleSet): Relation {
    const all: Reduced[] = []
    for (const sample of this.#samples) {
      const reduced = this.#reduce(sample, set)
      all.push(reduced)
      if (!isZero(reduced.bits)) continue
      const mask = maskOf(sample, reduced)
      const rest = this.#restOf(set, mask)
      const weight = sizeOf(rest)
      if (weight === 0) return { kind: 'sum', mask }
      if (weight < this.#minimum || !this.#showRest(sample, rest, reduced)) return { kind: 'close' }
    }
    return { kind: 'independent', reduced: all }
  }

  /** Adds a set that is no sum of those that are there; gives its mask. */
  add(set: PeopleSet, reducedBefore: readonly Reduced[] = []): Mask {
    const mask = new Int32Array(MASK_WORDS)
    const place = this.#sets.length
    setBit(mask, place)
    for (const [nth, sample] of this.#samples.entries()) {
      const reduced = reducedBefore[nth] ?? this.#reduce(sample, set)
      // All people by which it differs may be excluded: there it is zero.
      if (isZero(reduced.bits) && !this.#showRest(sample, this.#restOf(set, maskOf(sample, reduced)), reduced)) continue
      sample.rows.push({ set, place, ...reduced, pivot: firstBit(reduced.bits) })
    }
    this.#sets.push(set)
    return mask
  }

  /** Takes most of the time of a decision: an index takes half the time of an iterator here. */
  #reduce({ coordinates, rows }: Sample, { from, words: people }: PeopleSet): Reduced {
    const bits = new Int32Array(COORDINATE_WORDS)
    for (let at = 0; at < coordinates.length; at++) {
      const place = coordinates[at] ?? 0
      const isHeld = ((people[(place >>> 5) - from] ?? 0) >>> (place & 31)) & 1
      bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (isHeld << (at & 31))
    }
    const added = new Int32Array(wordsFor(rows.length))
    const words = wordsFor(coordinates.length)
    for (let nth = 0; nth < rows.length; nth++) {
      const row = rows[nth]
      if (row === undefined || !hasBit(bits, row.pivot)) continue
      addTo(bits, row.bits, words)
      setBit(added, nth)
    }
    return { bits, added }
  }

  #restOf(set: PeopleSet, mask: Mask): PeopleSet {
    return sumOf([set, ...this.#sets.filter((_, place) => hasBit(mask, place))])
  }

  /** Makes one of those by whom a set differs from a sum a coordinate, at random, where they are not all excluded. */
  #showRest(sample: Sample, rest: PeopleSet, reduced: Reduced): boolean {
    const at = this.#addCoordinate(sample, rest)
    if (at === null) return false
    setBit(reduced.bits, at)
    return true
  }

  #addCoordinate({ coordinates, rows, taken }: Sample, people: PeopleSet): number | null {
    const at = coordinates.length
    if (at >= MOST_COORDINATES) return null
    const size = sizeOf(people)
    const start = this.#random(size)
    for (let step = 0; step < Math.min(size, MOST_TRIES); step++) {
      const place = placeAt(people, (start + step) % size)
      if (taken.has(place)) continue
      const column = new Int32Array(MASK_WORDS)
      for (const [nth, row] of rows.entries()) {
        const isHeld = holds(row.set, place)
        if (isHeld === isOddTogether(row.added, column)) continue
        setBit(column, nth)
        setBit(row.bits, at)
      }
      coordinates.push(place)
      taken.add(place)
      return at
    }
    return null
  }
}

/** Of which sets a sum of rows is made. */
function maskOf({ rows }: Sample, { added }: Reduced): Mask {
  const left = added.slice()
  const mask = new Int32Array(MASK_WORDS)
  for (let nth = rows.length - 1; nth >= 0; nth--) {
    const row = rows[nth]
    if (!row || !hasBit(left, nth)) continue
    setBit(mask, row.place)
    addTo(left, row.added, row.added.length)
  }
  return mask
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
