/**
 * Deterministic randomness on all machines: bits of DuckDB's hash of a key and a salt, and integer arithmetic. It
 * depends neither on thread order nor on the math library.
 */

export function salt(text: string): number {
  let hash = 0xcbf29ce484222325n
  for (const character of text) {
    hash ^= BigInt(character.codePointAt(0) ?? 0)
    hash = BigInt.asUintN(64, hash * 0x100000001b3n)
  }
  return Number(hash >> 12n)
}

/** A share from 0 to 1, derived from a text. */
export function shareOf(text: string): number {
  // FNV-1a's low bits differ most between similar texts.
  return (salt(`${text}/${text.length}`) % 1_000_003) / 1_000_003
}

/** Salts are added to keys; the limit prevents an overflow. */
const SALTS = 2 ** 31

/** SQL: 64 random bits of a key under a salt. */
export function bits(key: string, name: string): string {
  return `hash(${key} + ${salt(name) % SALTS})`
}

/** SQL: a key derived from a number, with room for a salt above it. */
export function keyOf(number: string): string {
  return `(hash((${number})::UBIGINT) >> 2)`
}

/** SQL: an integer from 0 to below the limit. */
export function below(limit: number, key: string, name: string): string {
  return `(${bits(key, name)} % ${limit})::INTEGER`
}

const PARTS_MEAN = 131_070
const PARTS_DEVIATION = 37_837

/** SQL: approximately normal thousandths of a standard deviation, as the sum of four uniform numbers. */
export function normal(key: string, name: string): string {
  const hash = bits(key, name)
  const parts = [0, 16, 32, 48].map((shift) => `((${hash} >> ${shift}) & 65535)::INTEGER`)
  return `((${parts.join(' + ')} - ${PARTS_MEAN}) * 1000 // ${PARTS_DEVIATION})`
}
