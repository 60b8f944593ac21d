/** A set of individuals: bit n stands for individual number n. Bitmaps of one data version have the same length. */
export type Bitmap = Uint32Array

const BITS = 32

/** The number of words for numbers up to `last`. */
export function wordsFor(last: number): number {
  return Math.ceil((last + 1) / BITS)
}

export function bitmapOf(numbers: ArrayLike<number>, words: number): Bitmap {
  const bitmap = new Uint32Array(words)
  for (let nth = 0; nth < numbers.length; nth++) {
    const number = numbers[nth] ?? 0
    bitmap[number >>> 5] = (bitmap[number >>> 5] ?? 0) | (1 << (number & 31))
  }
  return bitmap
}

export function hasNumber(bitmap: Bitmap, number: number): boolean {
  return (((bitmap[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1
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

export function sizeOf(bitmap: Bitmap): number {
  let size = 0
  for (let at = 0; at < bitmap.length; at++) size += bitsSet(bitmap[at] ?? 0)
  return size
}

function bitsSet(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Calls `take` for each number, ascending. */
export function eachNumber(bitmap: Bitmap, take: (number: number) => void): void {
  for (let at = 0; at < bitmap.length; at++) {
    for (let word = bitmap[at] ?? 0; word !== 0; word &= word - 1) {
      take(at * BITS + BITS - 1 - Math.clz32(word & -word))
    }
  }
}
