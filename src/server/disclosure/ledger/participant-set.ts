const BITS = 32

/** A set of individuals as bits. `words` begin at word `from`; all other words are zero. */
export interface IndividualSet {
  readonly from: number
  readonly words: Uint32Array
}

export const EMPTY_SET: IndividualSet = { from: 0, words: new Uint32Array(0) }

/** The set of some positions, trimmed of empty words. `placeOf` maps individual numbers to positions. */
export function setOfPlaces(places: ArrayLike<number>, wordCount: number, placeOf?: Uint32Array): IndividualSet {
  const words = new Uint32Array(wordCount)
  for (let nth = 0; nth < places.length; nth++) {
    const position = places[nth] ?? 0
    const place = placeOf ? (placeOf[position] ?? 0) : position
    words[place >>> 5] = (words[place >>> 5] ?? 0) | (1 << (place & 31))
  }
  return trimmed(0, words)
}

/** Positions of a set, ascending. */
export function placesOf(set: IndividualSet): Uint32Array {
  const places = new Uint32Array(sizeOf(set))
  let count = 0
  for (let index = 0; index < set.words.length; index++) {
    for (let word = set.words[index] ?? 0; word !== 0; word &= word - 1) {
      places[count++] = (set.from + index) * BITS + BITS - 1 - Math.clz32(word & -word)
    }
  }
  return places
}

function trimmed(from: number, words: Uint32Array): IndividualSet {
  let first = 0
  let end = words.length
  while (first < end && words[first] === 0) first++
  while (end > first && words[end - 1] === 0) end--
  return first === end ? EMPTY_SET : { from: from + first, words: words.slice(first, end) }
}

export function sizeOf({ words }: IndividualSet): number {
  let size = 0
  for (const word of words) size += bitsSet(word)
  return size
}

export function holds({ from, words }: IndividualSet, place: number): boolean {
  return (((words[(place >>> 5) - from] ?? 0) >>> (place & 31)) & 1) === 1
}

export function within({ from, words }: IndividualSet, firstWord: number, endWord: number): IndividualSet {
  const first = Math.max(from, firstWord)
  const end = Math.min(from + words.length, endWord)
  return first >= end ? EMPTY_SET : trimmed(first, words.subarray(first - from, end - from))
}

/** The size of the difference. */
export function sizeWithout(one: IndividualSet, other: IndividualSet): number {
  let size = 0
  const shift = one.from - other.from
  for (let i = 0; i < one.words.length; i++) {
    size += bitsSet((one.words[i] ?? 0) & ~(other.words[i + shift] ?? 0))
  }
  return size
}

export function intersectionOf(one: IndividualSet, other: IndividualSet): IndividualSet {
  return masked(one, other, (mask) => mask)
}

export function differenceOf(one: IndividualSet, other: IndividualSet): IndividualSet {
  return masked(one, other, (mask) => ~mask)
}

function masked({ from, words }: IndividualSet, other: IndividualSet, change: (mask: number) => number): IndividualSet {
  return trimmed(
    from,
    words.map((word, i) => word & change(other.words[i + from - other.from] ?? 0)),
  )
}

export function unionOf(sets: readonly IndividualSet[]): IndividualSet {
  return combined(sets, (words, offset, added) => {
    for (let i = 0; i < added.length; i++) words[offset + i] = (words[offset + i] ?? 0) | (added[i] ?? 0)
  })
}

/** The symmetric difference of the sets: their sum over GF(2). */
export function sumOf(sets: readonly IndividualSet[]): IndividualSet {
  return combined(sets, (words, offset, added) => {
    for (let i = 0; i < added.length; i++) words[offset + i] = (words[offset + i] ?? 0) ^ (added[i] ?? 0)
  })
}

/** The set some words further on. */
export function moved({ from, words }: IndividualSet, by: number): IndividualSet {
  return { from: from + by, words }
}

/** Combines whole sets at once: a function call per word would cost more than the operation. */
type Combine = (words: Uint32Array, offset: number, added: Uint32Array) => void

function combined(sets: readonly IndividualSet[], combine: Combine): IndividualSet {
  const filled = sets.filter(({ words }) => words.length > 0)
  if (filled.length === 0) return EMPTY_SET
  const from = Math.min(...filled.map((set) => set.from))
  const end = Math.max(...filled.map((set) => set.from + set.words.length))
  const words = new Uint32Array(end - from)
  for (const set of filled) combine(words, set.from - from, set.words)
  return trimmed(from, words)
}

/** The position of the nth individual, from 0. */
export function placeAt({ from, words }: IndividualSet, nth: number): number {
  let left = nth
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? 0
    const here = bitsSet(word)
    if (left >= here) left -= here
    else return (from + index) * BITS + bitAt(word, left)
  }
  throw new Error('The set has fewer individuals.')
}

function bitAt(word: number, nth: number): number {
  let left = nth
  for (let bit = 0; bit < BITS; bit++) {
    if (((word >>> bit) & 1) === 0) continue
    if (left === 0) return bit
    left--
  }
  throw new Error('The word has fewer bits.')
}

/** Population count of a word. */
export function bitsSet(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
