import { ORDERED, type DataTypeDescriptor } from '#domain/data-types/data-type.ts'

/** Admissible input while typing: signed decimals, or empty, a lone "." or a lone "-" (spec section 5). */
export const NUMBER_INPUT = /^-?\d*\.?\d*$/

export const number: DataTypeDescriptor = {
  word: 'number',
  kind: 'number',
  operators: ORDERED,
  tag: { letter: '#', hue: 150 },
  valueProblem: (value) => (parseNumber(value) === null ? 'Value must be a number.' : null),
  isAscending: (low, high) => Number(low) <= Number(high),
  input: { pattern: NUMBER_INPUT, mode: 'decimal' },
}

/** The number of a finished input; null if it is invalid. */
export function parseNumber(text: string): number | null {
  const trimmed = text.trim()
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(trimmed)) return null
  const number = Number(trimmed)
  return Number.isFinite(number) ? number : null
}

const LEADING_ZERO = /^[-+]?0\d/
const DIGITS = /^[-+]?\d+\.?\d*$/
/** The smallest normal double; subnormal numbers lose digits. */
const SMALLEST = 2.2250738585072014e-308

/**
 * The reason why a numeric text is a code, or null. As a number "007" loses its zeros, a number above 2^53 its last
 * digits, and a subnormal number most digits.
 */
export function codeReason(text: string): string | null {
  const trimmed = text.trim()
  const number = parseNumber(trimmed)
  if (number === null) return null
  if (LEADING_ZERO.test(trimmed)) return 'leading zeros'
  if (DIGITS.test(trimmed) && Math.abs(number) > Number.MAX_SAFE_INTEGER) return 'more digits than a number holds'
  const isSmall = Math.abs(number) < SMALLEST && /[1-9]/.test(trimmed.replace(/e.*$/i, ''))
  return isSmall ? 'a size that no number holds exactly' : null
}

/** The number of a cell, or null for a text or a code. */
export function plainNumber(text: string): number | null {
  return codeReason(text) === null ? parseNumber(text) : null
}
