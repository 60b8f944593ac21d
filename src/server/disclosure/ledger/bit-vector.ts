import { bitsSet } from '#server/disclosure/participant-set.ts'

/** A vector over GF(2), 32 bits a word. */
export type BitVector = Int32Array

/** Whether the vector lies in the span of the others, all of one length. */
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

export function isZero(bits: BitVector): boolean {
  for (let at = 0; at < bits.length; at++) if (bits[at] !== 0) return false
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
  for (let at = from; at < end; at++) bits[at] = (bits[at] ?? 0) ^ (other[at] ?? 0)
}

/** The number of words up to the last that is not zero. */
export function endOf(bits: BitVector): number {
  let end = bits.length
  while (end > 0 && bits[end - 1] === 0) end--
  return end
}

/** The index of the first bit set; the vector must not be zero. */
export function firstBit(bits: BitVector): number {
  const word = bits.findIndex((own) => own !== 0)
  return word * 32 + 31 - Math.clz32((bits[word] ?? 0) & -(bits[word] ?? 0))
}

/** The scalar product over GF(2). */
export function dotProduct(one: BitVector, other: BitVector): boolean {
  let both = 0
  for (let at = 0; at < one.length; at++) both ^= (one[at] ?? 0) & (other[at] ?? 0)
  return (bitsSet(both) & 1) === 1
}
