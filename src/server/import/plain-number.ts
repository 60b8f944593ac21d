import { parseNumber } from '#domain/numbers.ts'

const LEADING_ZERO = /^[-+]?0\d/
const INTEGER = /^[-+]?\d+$/

/**
 * Why a text that looks like a number is a code instead, or null. As a number "007" would lose its zeros, and an
 * integer beyond 2^53 its last digits.
 */
export function codeReason(text: string): string | null {
  const trimmed = text.trim()
  const number = parseNumber(trimmed)
  if (number === null) return null
  if (LEADING_ZERO.test(trimmed)) return 'leading zeros'
  return INTEGER.test(trimmed) && !Number.isSafeInteger(number) ? 'more digits than a number holds' : null
}

/** The number that a cell means, or null where it is none, or is a code. */
export function plainNumber(text: string): number | null {
  return codeReason(text) === null ? parseNumber(text) : null
}
