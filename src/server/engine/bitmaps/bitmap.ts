/** Kept between requests; at ten million individuals 20 MB. */
const MOST_SPARE = 16

const spare: Bitmap[] = []

/** Bitmaps of one request, which gives them back. */
interface BorrowedBitmaps {
  readonly make: NewBitmap
  /** Nothing may use them afterwards. */
  readonly giveBack: () => void
}

/** At ten million individuals, new bitmaps for each preview took a quarter of its time in garbage collections. */
export function borrowBitmaps(): BorrowedBitmaps {
  const borrowed: Bitmap[] = []
  return {
    make: (words) => {
      const index = spare.findIndex(({ length }) => length === words)
      const [bitmap = new Uint32Array(words)] = index === -1 ? [] : spare.splice(index, 1)
      borrowed.push(bitmap)
      return bitmap
    },
    giveBack: () => {
      // Used bitmaps first: the limit removes the oldest, which may have the length of an earlier data version.
      spare.unshift(...borrowed.splice(0))
      spare.length = Math.min(spare.length, MOST_SPARE)
    },
  }
}

/** A set of individuals: bit n stands for the individual at place n. Bitmaps of one data version have the same length. */
export type Bitmap = Uint32Array

export const BITS = 32

/** The number of 32-bit words of a bitmap with this number of places. */
export function wordsFor(places: number): number {
  return Math.ceil(places / BITS)
}

/** All of the first places. */
export function firstPlaces(count: number): Bitmap {
  const bitmap = new Uint32Array(wordsFor(count))
  addPlaces(bitmap, 0, count)
  return bitmap
}

/** Adds the places from `from` to before `to`. */
export function addPlaces(bitmap: Bitmap, from: number, to: number): void {
  if (from >= to) return
  const [first, last] = [from >>> 5, (to - 1) >>> 5]
  const head = 0xffffffff << (from & 31)
  const tail = 0xffffffff >>> (31 - ((to - 1) & 31))
  if (first === last) {
    bitmap[first] = (bitmap[first] ?? 0) | (head & tail)
    return
  }
  bitmap[first] = (bitmap[first] ?? 0) | head
  bitmap.fill(0xffffffff, first + 1, last)
  bitmap[last] = (bitmap[last] ?? 0) | tail
}

export function bitmapOf(places: ArrayLike<number>, words: number): Bitmap {
  const bitmap = new Uint32Array(words)
  for (let nth = 0; nth < places.length; nth++) addPlace(bitmap, places[nth] ?? 0)
  return bitmap
}

export function addPlace(bitmap: Bitmap, place: number): void {
  bitmap[place >>> 5] = (bitmap[place >>> 5] ?? 0) | (1 << (place & 31))
}

export function hasPlace(bitmap: Bitmap, place: number): boolean {
  return (((bitmap[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 1
}

/** A bitmap of that length with any content. */
export type NewBitmap = (words: number) => Bitmap

const newBitmap: NewBitmap = (words) => new Uint32Array(words)

/** The members of all sets; `all` where there is no set. */
export function inAll(sets: readonly Bitmap[], all: Bitmap, make = newBitmap): Bitmap {
  const [first = all, ...others] = sets
  if (others.length === 0) return first
  const result = make(all.length)
  // Two sets at a time: most of the time goes into reading and writing the result.
  for (const [nth, [one, other]] of inPairs(others).entries()) {
    const before = nth === 0 ? first : result
    for (let i = 0; i < result.length; i++) result[i] = (before[i] ?? 0) & (one[i] ?? 0) & (other[i] ?? 0)
  }
  return result
}

/** The members of any set; none where there is no set. Bitmaps have the length of `all`. */
export function inAny(sets: readonly Bitmap[], all: Bitmap, make = newBitmap): Bitmap {
  const [first = new Uint32Array(all.length), ...others] = sets
  if (others.length === 0) return first
  const result = make(all.length)
  for (const [nth, [one, other]] of inPairs(others).entries()) {
    const before = nth === 0 ? first : result
    for (let i = 0; i < result.length; i++) result[i] = (before[i] ?? 0) | (one[i] ?? 0) | (other[i] ?? 0)
  }
  return result
}

/** The last one stands twice where the number is odd. */
function inPairs(sets: readonly Bitmap[]): [Bitmap, Bitmap][] {
  return sets.flatMap((set, nth): [Bitmap, Bitmap][] => (nth % 2 === 0 ? [[set, sets[nth + 1] ?? set]] : []))
}

export function intersect(one: Bitmap, ...others: readonly Bitmap[]): Bitmap {
  return inAll([one, ...others], one)
}

export function unite(one: Bitmap, ...others: readonly Bitmap[]): Bitmap {
  return inAny([one, ...others], one)
}

/** The members of `one` that are in none of the others. */
export function without(one: Bitmap, ...others: readonly Bitmap[]): Bitmap {
  const result = one.slice()
  for (const other of others) for (let i = 0; i < result.length; i++) result[i] = (result[i] ?? 0) & ~(other[i] ?? 0)
  return result
}

/**
 * The individuals that are in at least `count` of the sets. For each number up to `count` one bitmap holds who reached
 * it, so that 32 individuals are counted at once.
 */
export async function inAtLeast(
  count: number,
  sets: readonly Bitmap[],
  all: Bitmap,
  pause: () => Promise<void>,
): Promise<Bitmap> {
  const reached = [all, ...Array.from({ length: count }, () => new Uint32Array(all.length))]
  for (const set of sets) {
    for (let number = count; number > 0; number--) {
      const [target, below] = [reached[number], reached[number - 1]]
      if (!target || !below) continue
      for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) | ((below[i] ?? 0) & (set[i] ?? 0))
    }
    await pause()
  }
  return reached[count] ?? all
}

/** The numbers of individuals by outcome. */
export interface OutcomeSizes {
  match: number
  no_match: number
  unknown: number
  no_record: number
}

/** Counts the individuals of a set by the first outcome that fits: match, no record, no match, unknown. */
export function outcomeSizes(
  counted: Bitmap,
  { yes, no, hasRecord }: { readonly yes: Bitmap; readonly no: Bitmap; readonly hasRecord: Bitmap },
): OutcomeSizes {
  let [all, matches, recordedOthers, noMatches] = [0, 0, 0, 0]
  for (let i = 0; i < counted.length; i++) {
    const word = counted[i] ?? 0
    if (word === 0) continue
    const match = word & (yes[i] ?? 0)
    const recorded = word & ~match & (hasRecord[i] ?? 0)
    all += bitsSet(word)
    matches += bitsSet(match)
    recordedOthers += bitsSet(recorded)
    noMatches += bitsSet(recorded & (no[i] ?? 0))
  }
  return {
    match: matches,
    no_match: noMatches,
    unknown: recordedOthers - noMatches,
    no_record: all - matches - recordedOthers,
  }
}

/** The number of members at the places from `from` to before `to`, by default of all. */
export function sizeOf(bitmap: Bitmap, from = 0, to = bitmap.length * BITS): number {
  return sizeOfBoth(bitmap, bitmap, from, to)
}

/** The number of members of both sets at the places from `from` to before `to`, by default of all. */
export function sizeOfBoth(one: Bitmap, other: Bitmap, from = 0, to = one.length * BITS): number {
  if (from >= to) return 0
  const [first, last] = [from >>> 5, (to - 1) >>> 5]
  const headMask = 0xffffffff << (from & 31)
  const tailMask = 0xffffffff >>> (31 - ((to - 1) & 31))
  const wordAt = (i: number) => (one[i] ?? 0) & (other[i] ?? 0)
  if (first === last) return bitsSet(wordAt(first) & headMask & tailMask)
  let size = bitsSet(wordAt(first) & headMask) + bitsSet(wordAt(last) & tailMask)
  for (let i = first + 1; i < last; i++) size += bitsSet((one[i] ?? 0) & (other[i] ?? 0))
  return size
}

/** The bits set in each number of 16 bits: looked up in two thirds of the time of a calculation. */
const BITS_SET = new Uint8Array(1 << 16)
for (let number = 1; number < BITS_SET.length; number++) {
  BITS_SET[number] = (BITS_SET[number >>> 1] ?? 0) + (number & 1)
}

function bitsSet(word: number): number {
  return (BITS_SET[word & 0xffff] ?? 0) + (BITS_SET[word >>> 16] ?? 0)
}

/** Calls `take` for each place, ascending, from `from` to before `to`. */
export function eachPlace(bitmap: Bitmap, take: (place: number) => void, from = 0, to = bitmap.length * BITS): void {
  if (from >= to) return
  const [first, last] = [from >>> 5, (to - 1) >>> 5]
  for (let index = first; index <= last; index++) {
    let word = bitmap[index] ?? 0
    if (index === first) word &= 0xffffffff << (from & 31)
    if (index === last) word &= 0xffffffff >>> (31 - ((to - 1) & 31))
    for (; word !== 0; word &= word - 1) take(index * BITS + BITS - 1 - Math.clz32(word & -word))
  }
}
