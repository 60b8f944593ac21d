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

export function intersect(one: Bitmap, ...others: readonly Bitmap[]): Bitmap {
  const result = one.slice()
  for (const other of others)
    for (let at = 0; at < result.length; at++) result[at] = (result[at] ?? 0) & (other[at] ?? 0)
  return result
}

export function unite(one: Bitmap, ...others: readonly Bitmap[]): Bitmap {
  const result = one.slice()
  for (const other of others)
    for (let at = 0; at < result.length; at++) result[at] = (result[at] ?? 0) | (other[at] ?? 0)
  return result
}

/** The members of `one` that are in none of the others. */
export function without(one: Bitmap, ...others: readonly Bitmap[]): Bitmap {
  const result = one.slice()
  for (const other of others)
    for (let at = 0; at < result.length; at++) result[at] = (result[at] ?? 0) & ~(other[at] ?? 0)
  return result
}

/**
 * The individuals that are in at least `count` of the sets. For each number up to `count` one bitmap holds who reached
 * it, so that 32 individuals are counted at once.
 */
export function inAtLeast(count: number, sets: readonly Bitmap[], all: Bitmap): Bitmap {
  const reached = [all, ...Array.from({ length: count }, () => new Uint32Array(all.length))]
  for (const set of sets) {
    for (let number = count; number > 0; number--) {
      const [own, below] = [reached[number], reached[number - 1]]
      if (!own || !below) continue
      for (let at = 0; at < own.length; at++) own[at] = (own[at] ?? 0) | ((below[at] ?? 0) & (set[at] ?? 0))
    }
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
  const sizes = { match: 0, no_match: 0, unknown: 0, no_record: 0 }
  for (let at = 0; at < counted.length; at++) {
    const own = counted[at] ?? 0
    if (own === 0) continue
    const match = own & (yes[at] ?? 0)
    const undecided = own & ~match
    const recorded = undecided & (hasRecord[at] ?? 0)
    const noMatch = bitsSet(recorded & (no[at] ?? 0))
    const withRecord = bitsSet(recorded)
    sizes.match += bitsSet(match)
    sizes.no_match += noMatch
    sizes.unknown += withRecord - noMatch
    sizes.no_record += bitsSet(undecided) - withRecord
  }
  return sizes
}

/** The number of members at the places from `from` to before `to`, by default of all. */
export function sizeOf(bitmap: Bitmap, from = 0, to = bitmap.length * BITS): number {
  if (from >= to) return 0
  const [first, last] = [from >>> 5, (to - 1) >>> 5]
  const headMask = 0xffffffff << (from & 31)
  const tailMask = 0xffffffff >>> (31 - ((to - 1) & 31))
  if (first === last) return bitsSet((bitmap[first] ?? 0) & headMask & tailMask)
  let size = bitsSet((bitmap[first] ?? 0) & headMask) + bitsSet((bitmap[last] ?? 0) & tailMask)
  for (let at = first + 1; at < last; at++) size += bitsSet(bitmap[at] ?? 0)
  return size
}

function bitsSet(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Calls `take` for each place, ascending, from `from` to before `to`. */
export function eachPlace(bitmap: Bitmap, take: (place: number) => void, from = 0, to = bitmap.length * BITS): void {
  if (from >= to) return
  const [first, last] = [from >>> 5, (to - 1) >>> 5]
  for (let at = first; at <= last; at++) {
    let word = bitmap[at] ?? 0
    if (at === first) word &= 0xffffffff << (from & 31)
    if (at === last) word &= 0xffffffff >>> (31 - ((to - 1) & 31))
    for (; word !== 0; word &= word - 1) take(at * BITS + BITS - 1 - Math.clz32(word & -word))
  }
}
