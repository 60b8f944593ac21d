/**
 * Chance that is the same on every machine: bits of DuckDB's hash of a person's key and a salt, and arithmetic that
 * rounds alike everywhere. Neither a thread's turn nor a library's logarithm has a say in it.
 */

/** A number for a text, the same every time (FNV-1a, 52 bits of it). */
export function salt(text: string): number {
  let hash = 0xcbf29ce484222325n
  for (const character of text) {
    hash ^= BigInt(character.codePointAt(0) ?? 0)
    hash = BigInt.asUintN(64, hash * 0x100000001b3n)
  }
  return Number(hash >> 12n)
}

/** A share of 1 for a text, the same every time. */
export function shareOf(text: string): number {
  // The low bits of FNV-1a differ most between texts that differ little.
  return (salt(`${text}/${text.length}`) % 1_000_003) / 1_000_003
}

/** Salts are added to keys: neither is so large that the sum overflows. */
const SALTS = 2 ** 31

/** SQL: 64 random bits of a key under a salt. */
export function bits(key: string, name: string): string {
  return `hash(${key} + ${salt(name) % SALTS})`
}

/** SQL: a key made of a number, with room for a salt above it. */
export function keyOf(number: string): string {
  return `(hash((${number})::UBIGINT) >> 2)`
}

/** SQL: a whole number from 0 to one below the limit. */
export function below(limit: number, key: string, name: string): string {
  return `(${bits(key, name)} % ${limit})::INTEGER`
}

const PARTS_MEAN = 131_070
const PARTS_DEVIATION = 37_837

/** SQL: normally distributed thousandths of a deviation, as the sum of four even ones. */
export function normal(key: string, name: string): string {
  const hash = bits(key, name)
  const parts = [0, 16, 32, 48].map((shift) => `((${hash} >> ${shift}) & 65535)::INTEGER`)
  return `((${parts.join(' + ')} - ${PARTS_MEAN}) * 1000 // ${PARTS_DEVIATION})`
}
