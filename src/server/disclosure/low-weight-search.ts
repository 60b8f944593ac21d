import { bitsSet, holds, placeAt, sizeOf, sumOf, within, type PeopleSet } from '#server/disclosure/people-set.ts'

/** Sets that the search can hold. */
export const MOST_SETS = 1024
/** Random information sets. Each misses a given group with probability 1/e at worst, when they are as dense as allowed. */
const SAMPLES = 12
/** Coordinates of a new sample: with spare ones few sets need to be summed over everybody. */
const FIRST_COORDINATES = 128
const MOST_COORDINATES = MOST_SETS + 256
/** So many groups are excluded one by one, in place of random samples. */
const MOST_GROUPS = 200

/** People tried for a new coordinate: more than can be excluded or taken already. */
const MOST_TRIES = 64

const COORDINATE_WORDS = MOST_COORDINATES / 32
export const MASK_WORDS = MOST_SETS / 32

/** Which of the sets take part in a sum, a bit each. */
export type Mask = Uint32Array

/** How a set lies to the sums of the sets that are there. */
export type Relation =
  | { readonly kind: 'independent' }
  /** It differs from a sum by fewer people than the minimum. */
  | { readonly kind: 'close' }
  /** It is that sum. */
  | { readonly kind: 'sum'; readonly mask: Mask }

interface Row {
  readonly bits: Uint32Array
  readonly mask: Mask
  readonly pivot: number
}

/** An echelon form of the sets over some people, its coordinates. */
interface Sample {
  readonly coordinates: number[]
  readonly rows: Row[]
  readonly excluded: ReadonlySet<number>
}

/** People of one collection: their places run from one word to before another. */
export interface Region {
  readonly firstWord: number
  readonly endWord: number
  readonly size: number
}

interface Reduced {
  readonly bits: Uint32Array
  readonly mask: Mask
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
    const size = sizeOf(everybody)
    const groups = groupsOf(everybody, size, Math.min(minimum - 1, size))
    this.#isExhaustive = groups !== null
    const spare = Math.min(FIRST_COORDINATES, Math.floor(size / (4 * minimum)))
    this.#samples = (groups ? [[], ...groups] : Array.from({ length: SAMPLES }, () => [])).map((excluded) => ({
      coordinates: [],
      rows: [],
      excluded: new Set(excluded),
    }))
    if (groups) return
    for (const sample of this.#samples) {
      for (let count = 0; count < spare; count++) this.#addCoordinate(sample, everybody)
    }
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
    for (const sample of this.#samples) {
      const reduced = this.#reduce(sample, set)
      if (!isZero(reduced.bits)) continue
      const rest = this.#restOf(set, reduced.mask)
      const weight = sizeOf(rest)
      if (weight === 0) return { kind: 'sum', mask: reduced.mask }
      if (weight < this.#minimum || !this.#addCoordinate(sample, rest)) return { kind: 'close' }
    }
    return { kind: 'independent' }
  }

  /** Adds a set that is no sum of those that are there; gives its mask. */
  add(set: PeopleSet): Mask {
    const mask = new Uint32Array(MASK_WORDS)
    const place = this.#sets.length
    setBit(mask, place)
    this.#sets.push(set)
    for (const sample of this.#samples) {
      let reduced = this.#reduce(sample, set)
      if (isZero(reduced.bits)) {
        // All people by which it differs may be excluded: there it is zero.
        if (!this.#addCoordinate(sample, this.#restOf(set, reduced.mask))) continue
        reduced = this.#reduce(sample, set)
      }
      setBit(reduced.mask, place)
      sample.rows.push({ ...reduced, pivot: firstBit(reduced.bits) })
    }
    return mask
  }

  #reduce({ coordinates, rows }: Sample, set: PeopleSet): Reduced {
    const bits = new Uint32Array(COORDINATE_WORDS)
    for (const [at, place] of coordinates.entries()) if (holds(set, place)) setBit(bits, at)
    const mask = new Uint32Array(MASK_WORDS)
    for (const row of rows) {
      if (!hasBit(bits, row.pivot)) continue
      addTo(bits, row.bits)
      addTo(mask, row.mask)
    }
    return { bits, mask }
  }

  #restOf(set: PeopleSet, mask: Mask): PeopleSet {
    return sumOf([set, ...this.#sets.filter((_, place) => hasBit(mask, place))])
  }

  /** Adds one of some people at random; not those who are excluded. */
  #addCoordinate({ coordinates, rows, excluded }: Sample, people: PeopleSet): boolean {
    const at = coordinates.length
    if (at >= MOST_COORDINATES) return false
    const size = sizeOf(people)
    const start = this.#random(size)
    for (let step = 0; step < Math.min(size, MOST_TRIES); step++) {
      const place = placeAt(people, (start + step) % size)
      if (excluded.has(place) || coordinates.includes(place)) continue
      const column = new Uint32Array(MASK_WORDS)
      for (const [nth, set] of this.#sets.entries()) if (holds(set, place)) setBit(column, nth)
      for (const row of rows) if (isOddTogether(row.mask, column)) setBit(row.bits, at)
      coordinates.push(place)
      return true
    }
    return false
  }
}

/** Whether a mask is a sum of others. */
export function isSumOf(mask: Mask, masks: readonly Mask[]): boolean {
  const rows: { readonly bits: Mask; readonly pivot: number }[] = []
  const reduce = (given: Mask): Mask => {
    const bits = given.slice()
    for (const row of rows) if (hasBit(bits, row.pivot)) addTo(bits, row.bits)
    return bits
  }
  for (const given of masks) {
    const bits = reduce(given)
    if (!isZero(bits)) rows.push({ bits, pivot: firstBit(bits) })
  }
  return isZero(reduce(mask))
}

/** Every group of that size, or null where there are too many. */
function groupsOf(everybody: PeopleSet, count: number, size: number): number[][] | null {
  if (count > MOST_GROUPS) return null
  const places = Array.from({ length: count }, (_, nth) => placeAt(everybody, nth))
  let groups: number[][] = [[]]
  for (let members = 0; members < size; members++) {
    groups = groups.flatMap((group) =>
      places.filter((place) => place > (group.at(-1) ?? -1)).map((place) => [...group, place]),
    )
    if (groups.length > MOST_GROUPS) return null
  }
  return groups
}

function isZero(bits: Uint32Array): boolean {
  return bits.every((word) => word === 0)
}

function hasBit(bits: Uint32Array, place: number): boolean {
  return (((bits[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 1
}

function setBit(bits: Uint32Array, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31))
}

function addTo(bits: Uint32Array, other: Uint32Array): void {
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) ^ (other[at] ?? 0)
}

function firstBit(bits: Uint32Array): number {
  const word = bits.findIndex((own) => own !== 0)
  return word * 32 + 31 - Math.clz32((bits[word] ?? 0) & -(bits[word] ?? 0))
}

function isOddTogether(one: Uint32Array, other: Uint32Array): boolean {
  let both = 0
  for (let at = 0; at < one.length; at++) both ^= (one[at] ?? 0) & (other[at] ?? 0)
  return (bitsSet(both) & 1) === 1
}
