import type { Moments } from '#domain/statistics/number-tests.ts'

/** The ends of a confidence interval of 95%. */
export type Interval = readonly [low: number, high: number]

/** The normal quantile at 97.5%. */
const Z = 1.959964

/** The interval of a mean by Student's t; null for fewer than two answers. */
export function meanInterval({ count, mean, sd }: Moments): Interval | null {
  if (count < 2) return null
  const reach = (tQuantile(count - 1) * sd) / Math.sqrt(count)
  return [mean - reach, mean + reach]
}

/** The quantiles of one and two degrees, where the expansion is not close. */
const FIRST_QUANTILES = [12.7062, 4.3027] as const

/**
 * The t with 5% in both tails, by its expansion around the normal quantile (Abramowitz and Stegun 26.7.5): the library of
 * the tests makes code from text, which pages refuse.
 */
function tQuantile(degrees: number): number {
  const known = FIRST_QUANTILES[degrees - 1]
  if (known !== undefined) return known
  const [z3, z5, z7, z9] = [Z ** 3, Z ** 5, Z ** 7, Z ** 9]
  return (
    Z +
    (z3 + Z) / (4 * degrees) +
    (5 * z5 + 16 * z3 + 3 * Z) / (96 * degrees ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * Z) / (384 * degrees ** 3) +
    (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * Z) / (92_160 * degrees ** 4)
  )
}

/** The interval of a proportion by Wilson's score; null for an empty whole. */
export function shareInterval(count: number, whole: number): Interval | null {
  if (whole === 0) return null
  const share = count / whole
  const middle = share + Z ** 2 / (2 * whole)
  const reach = Z * Math.sqrt((share * (1 - share)) / whole + Z ** 2 / (4 * whole ** 2))
  const by = 1 + Z ** 2 / whole
  return [Math.max(0, (middle - reach) / by), Math.min(1, (middle + reach) / by)]
}
