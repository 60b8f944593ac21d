import {
  addWithin,
  endOf,
  firstBit,
  hasBit,
  isOddTogether,
  setBit,
  wordsFor,
  type BitVector,
} from '#server/disclosure/bit-vector.ts'
import { holds, placeAt, sizeOf, type PeopleSet } from '#server/disclosure/people-set.ts'

/** People tried for a new coordinate: more than can be excluded or taken already. */
const MOST_TRIES = 64
const BITS = 32

interface Row {
  /** What it was made of, and its place among the sets. */
  readonly set: PeopleSet
  readonly place: number
  readonly bits: BitVector
  /** Which of the rows before it were added. */
  readonly added: BitVector
  /** The words of `bits` that may not be zero. */
  readonly from: number
  end: number
}

/** What is left of a set over the coordinates. */
export interface Reduced {
  readonly bits: BitVector
  /** Which rows of the sample were added. */
  readonly added: BitVector
}

interface SampleOptions {
  /** The first coordinates, in any order. */
  readonly coordinates?: readonly number[]
  /** People who are never a coordinate. */
  readonly excluded?: readonly number[]
  readonly mostCoordinates: number
  /** A whole number from 0 to below a bound. */
  readonly random: (bound: number) => number
}

/** An echelon form over GF(2) of sets over some people, its coordinates. */
export class EchelonSample {
  readonly #coordinates: number[]
  /** So many of the first coordinates are in the order of people. */
  readonly #sorted: number
  readonly #rows: Row[] = []
  readonly #pivots: number[] = []
  /** Places that are no further coordinate: the coordinates and who is excluded. */
  readonly #taken: Set<number>
  readonly #options: SampleOptions

  constructor(options: SampleOptions) {
    const { coordinates = [], excluded = [] } = options
    // People of one collection lie side by side: in order, a set of one collection has its bits in few words.
    this.#coordinates = coordinates.toSorted((one, other) => one - other)
    this.#sorted = coordinates.length
    this.#taken = new Set([...coordinates, ...excluded])
    this.#options = options
  }

  /** How many coordinates lie from one word to before another. */
  countWithin(firstWord: number, endWord: number): number {
    let count = this.#firstAt(endWord) - this.#firstAt(firstWord)
    for (let at = this.#sorted; at < this.#coordinates.length; at++) {
      const word = (this.#coordinates[at] ?? 0) >>> 5
      if (word >= firstWord && word < endWord) count++
    }
    return count
  }

  /** Takes most of the time of a decision: an index takes half the time of an iterator here. */
  reduce({ from, words }: PeopleSet): Reduced {
    const bits = new Int32Array(wordsFor(this.#options.mostCoordinates))
    const coordinates = this.#coordinates
    const take = (first: number, end: number) => {
      for (let at = first; at < end; at++) {
        const place = coordinates[at] ?? 0
        const isHeld = ((words[(place >>> 5) - from] ?? 0) >>> (place & 31)) & 1
        bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (isHeld << (at & 31))
      }
    }
    take(this.#firstAt(from), this.#firstAt(from + words.length))
    take(this.#sorted, coordinates.length)
    const pivots = this.#pivots
    const added = new Int32Array(wordsFor(pivots.length))
    for (let nth = 0; nth < pivots.length; nth++) {
      const row = hasBit(bits, pivots[nth] ?? 0) ? this.#rows[nth] : undefined
      if (row === undefined) continue
      addWithin(bits, row.bits, row.from, row.end)
      setBit(added, nth)
    }
    return { bits, added }
  }

  /** Adds a row for a set; what is left of it is not zero. */
  add(set: PeopleSet, place: number, { bits, added }: Reduced): void {
    const pivot = firstBit(bits)
    this.#pivots.push(pivot)
    this.#rows.push({ set, place, bits, added, from: pivot >>> 5, end: endOf(bits) })
  }

  /** Sets the bits of the sets that rows are made of. */
  maskOf({ added }: Reduced, mask: BitVector): BitVector {
    const left = added.slice()
    for (let nth = this.#rows.length - 1; nth >= 0; nth--) {
      const row = this.#rows[nth]
      if (!row || !hasBit(left, nth)) continue
      setBit(mask, row.place)
      addWithin(left, row.added, 0, row.added.length)
    }
    return mask
  }

  /** Makes one of those by whom a set differs from a sum a coordinate, at random, where they are not all excluded. */
  showRest(rest: PeopleSet, reduced: Reduced): boolean {
    const at = this.#addCoordinate(rest)
    if (at === null) return false
    setBit(reduced.bits, at)
    return true
  }

  #addCoordinate(people: PeopleSet): number | null {
    const at = this.#coordinates.length
    const { mostCoordinates, random } = this.#options
    if (at >= mostCoordinates) return null
    const size = sizeOf(people)
    const start = random(size)
    for (let step = 0; step < Math.min(size, MOST_TRIES); step++) {
      const place = placeAt(people, (start + step) % size)
      if (this.#taken.has(place)) continue
      this.#fillColumn(at, place)
      this.#coordinates.push(place)
      this.#taken.add(place)
      return at
    }
    return null
  }

  #fillColumn(at: number, place: number): void {
    const column = new Int32Array(wordsFor(this.#rows.length))
    for (const [nth, row] of this.#rows.entries()) {
      const isHeld = holds(row.set, place)
      if (isHeld === isOddTogether(row.added, column)) continue
      setBit(column, nth)
      setBit(row.bits, at)
      row.end = Math.max(row.end, wordsFor(at + 1))
    }
  }

  /** The first of the sorted coordinates that is in a word or after it. */
  #firstAt(word: number): number {
    let [low, high] = [0, this.#sorted]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#coordinates[middle] ?? 0) < word * BITS) low = middle + 1
      else high = middle
    }
    return low
  }
}
