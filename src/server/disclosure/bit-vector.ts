import { bitsSet } from '#server/disclosure/people-set.ts'

/** A vector over GF(2), 32 bits a word. */
export type BitVector = Int32Array

/** Whether a vector is a sum of others of its length. */
export function isSumOf(vector: BitVector, others: readonly BitVector[]): boolean {
  const rows: { readonly bits: BitVector; readonly pivot: number }[] = []
  const reduce = (given: BitVector): BitVector => {
    const bits = given.slice()
    for (const row of rows) if (hasBit(bits, row.pivot)) addWithin(bits, row.bits, 0, bits.length)
    return bits
  }
  for (const given of others) {
    const bits = reduce(given)
    if (!isZero(bits)) rows.push({ bits, pivot: firstBit(bits) })
  }
  return isZero(reduce(vector))
}

/** Whether no bit is set. */
export function isZero(bits: BitVector): boolean {
  for (let at = 0; at < bits.length; at++) if (bits[at] !== 0) return false
  return true
}

/** Whether the bit at a place is set. */
export function hasBit(bits: BitVector, place: number): boolean {
  return (((bits[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 1
}

/** Sets the bit at a place. */
export function setBit(bits: BitVector, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31))
}

/** How many words hold so many bits. */
export function wordsFor(count: number): number {
  return Math.ceil(count / 32)
}

/** Adds some words of another vector, all of which it has. */
export function addWithin(bits: BitVector, other: BitVector, from: number, end: number): void {
  for (let at = from; at < end; at++) bits[at] = (bits[at] ?? 0) ^ (other[at] ?? 0)
}

/** The words before the end of a vector after which all are zero. */
export function endOf(bits: BitVector): number {
  let end = bits.length
  while (end > 0 && bits[end - 1] === 0) end--
  return end
}

/** The place of the first bit that is set, of a vector that is not zero. */
export function firstBit(bits: BitVector): number {
  const word = bits.findIndex((own) => own !== 0)
  return word * 32 + 31 - Math.clz32((bits[word] ?? 0) & -(bits[word] ?? 0))
}

/** Whether an odd number of bits is set in both: their scalar product. */
export function isOddTogether(one: BitVector, other: BitVector): boolean {
  let both = 0
  for (let at = 0; at < one.length; at++) both ^= (one[at] ?? 0) & (other[at] ?? 0)
  return (bitsSet(both) & 1) === 1
}
