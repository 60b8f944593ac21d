import { type IndividualSet, bitsSet, holds, placeAt, sizeOf } from '#server/disclosure/ledger/participant-set.ts'

/** A vector over GF(2), 32 bits a word. */
export type BitVector = Int32Array

/** Whether the vector lies in the span of the others, all of one length. */
export function isSumOf(vector: BitVector, others: readonly BitVector[]): boolean {
  const rows: { readonly bits: BitVector; readonly pivot: number }[] = []
  const reduce = (summand: BitVector): BitVector => {
    const bits = summand.slice()
    for (const row of rows) if (hasBit(bits, row.pivot)) addWithin(bits, row.bits, 0, bits.length)
    return bits
  }
  for (const other of others) {
    const bits = reduce(other)
    if (!isZero(bits)) rows.push({ bits, pivot: firstBit(bits) })
  }
  return isZero(reduce(vector))
}

export function isZero(bits: BitVector): boolean {
  for (let i = 0; i < bits.length; i++) if (bits[i] !== 0) return false
  return true
}

export function hasBit(bits: BitVector, place: number): boolean {
  return (((bits[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 1
}

export function setBit(bits: BitVector, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31))
}

export function wordsFor(count: number): number {
  return Math.ceil(count / 32)
}

/** Adds the words [from, end) of the other vector, which has all of them. */
export function addWithin(bits: BitVector, other: BitVector, from: number, end: number): void {
  for (let i = from; i < end; i++) bits[i] = (bits[i] ?? 0) ^ (other[i] ?? 0)
}

/** The number of words up to the last that is not zero. */
export function endOf(bits: BitVector): number {
  let end = bits.length
  while (end > 0 && bits[end - 1] === 0) end--
  return end
}

/** The index of the first bit set; the vector must not be zero. */
export function firstBit(bits: BitVector): number {
  const word = bits.findIndex((bits32) => bits32 !== 0)
  return word * 32 + 31 - Math.clz32((bits[word] ?? 0) & -(bits[word] ?? 0))
}

/** The scalar product over GF(2). */
export function dotProduct(one: BitVector, other: BitVector): boolean {
  let both = 0
  for (let i = 0; i < one.length; i++) both ^= (one[i] ?? 0) & (other[i] ?? 0)
  return (bitsSet(both) & 1) === 1
}

/** Attempts at a new coordinate: more than the number of excluded and taken positions. */
const MOST_TRIES = 64
const BITS = 32

interface Row {
  /** The set of the row, and its index among the sets. */
  readonly set: IndividualSet
  readonly place: number
  readonly bits: BitVector
  /** Earlier rows that were added to it. */
  readonly added: BitVector
  /** The words of `bits` that may be non-zero. */
  readonly from: number
  end: number
}

/** The remainder of a set over the coordinates after reduction. */
export interface Reduced {
  readonly bits: BitVector
  /** Rows of the sample that were added. */
  readonly added: BitVector
}

interface SampleOptions {
  /** Initial coordinates, in any order. */
  readonly coordinates?: readonly number[]
  /** Individuals that are never a coordinate. */
  readonly excluded?: readonly number[]
  readonly mostCoordinates: number
  /** An integer in [0, bound). */
  readonly random: (bound: number) => number
}

/** An echelon form over GF(2) of sets, restricted to a sample of individuals: its coordinates. */
export class EchelonSample {
  readonly #coordinates: number[]
  /** The number of leading coordinates that are sorted. */
  readonly #sorted: number
  readonly #rows: Row[] = []
  readonly #pivots: number[] = []
  /** Positions that cannot become a coordinate: present coordinates and excluded individuals. */
  readonly #taken: Set<number>
  readonly #options: SampleOptions

  constructor(options: SampleOptions) {
    const { coordinates = [], excluded = [] } = options
    // Individuals of one collection are contiguous: sorted, a set of one collection has its bits in few words.
    this.#coordinates = [...Uint32Array.from(coordinates).sort()]
    this.#sorted = coordinates.length
    this.#taken = new Set([...coordinates, ...excluded])
    this.#options = options
  }

  /** The number of coordinates in the words [firstWord, endWord). */
  countWithin(firstWord: number, endWord: number): number {
    let count = this.#firstAt(endWord) - this.#firstAt(firstWord)
    for (let index = this.#sorted; index < this.#coordinates.length; index++) {
      const word = (this.#coordinates[index] ?? 0) >>> 5
      if (word >= firstWord && word < endWord) count++
    }
    return count
  }

  /** Hot loop: an index takes half the time of an iterator here. */
  reduce({ from, words }: IndividualSet): Reduced {
    const bits = new Int32Array(wordsFor(this.#options.mostCoordinates))
    const coordinates = this.#coordinates
    const take = (first: number, end: number) => {
      for (let index = first; index < end; index++) {
        const place = coordinates[index] ?? 0
        const isHeld = ((words[(place >>> 5) - from] ?? 0) >>> (place & 31)) & 1
        bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (isHeld << (index & 31))
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

  /** Adds a row for a set with a non-zero remainder. */
  add(set: IndividualSet, place: number, { bits, added }: Reduced): void {
    const pivot = firstBit(bits)
    this.#pivots.push(pivot)
    this.#rows.push({ set, place, bits, added, from: pivot >>> 5, end: endOf(bits) })
  }

  /** Sets the bits of the sets from which the rows are made. */
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

  /** Makes one individual of the difference a coordinate, at random; false if all of them are excluded. */
  showRest(rest: IndividualSet, reduced: Reduced): boolean {
    const coordinate = this.#addCoordinate(rest)
    if (coordinate === null) return false
    setBit(reduced.bits, coordinate)
    return true
  }

  #addCoordinate(individuals: IndividualSet): number | null {
    const coordinate = this.#coordinates.length
    const { mostCoordinates, random } = this.#options
    if (coordinate >= mostCoordinates) return null
    const size = sizeOf(individuals)
    const start = random(size)
    for (let step = 0; step < Math.min(size, MOST_TRIES); step++) {
      const place = placeAt(individuals, (start + step) % size)
      if (this.#taken.has(place)) continue
      this.#fillColumn(coordinate, place)
      this.#coordinates.push(place)
      this.#taken.add(place)
      return coordinate
    }
    return null
  }

  #fillColumn(coordinate: number, place: number): void {
    const column = new Int32Array(wordsFor(this.#rows.length))
    for (const [nth, row] of this.#rows.entries()) {
      const isHeld = holds(row.set, place)
      if (isHeld === dotProduct(row.added, column)) continue
      setBit(column, nth)
      setBit(row.bits, coordinate)
      row.end = Math.max(row.end, wordsFor(coordinate + 1))
    }
  }

  /** The first sorted coordinate at or after a word. */
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
