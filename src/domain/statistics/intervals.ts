import type { Moments } from '#domain/statistics/number-tests.ts'
import { twoTailsOfT } from '#domain/statistics/tails.ts'

/** The ends of a confidence interval of 95 %. */
export type Interval = readonly [low: number, high: number]

const TAILS = 0.05
/** The normal quantile at 97.5 %. */
const Z = 1.959964
const HALVINGS = 50

/** The interval of a mean by Student's t; null for fewer than two answers. */
export function meanInterval({ count, mean, sd }: Moments): Interval | null {
  if (count < 2) return null
  const reach = (tQuantile(count - 1) * sd) / Math.sqrt(count)
  return [mean - reach, mean + reach]
}

/** The t with 5 % in both tails, by halving: the density has no inverse in closed form. */
function tQuantile(degrees: number): number {
  let [low, high] = [0, 13]
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2
    if (twoTailsOfT(middle, degrees) > TAILS) low = middle
    else high = middle
  }
  return high
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
