const STEPS = [1, 2, 5, 10]

/** Digits of a tick: more are errors of a product of fractions (0.30000000000000004). */
const DIGITS = 12
/** The least step beside the magnitude of the numbers, so that ticks differ in these digits. */
const LEAST_SHARE = 1e-10

/** Multiples of 1, 2 or 5 times a power of ten between two numbers, at most as many as given. */
export function ticksOf(low: number, high: number, most: number, leastStep = 0): number[] {
  const magnitude = Math.max(Math.abs(low), Math.abs(high))
  const least = Math.max((high - low) / Math.max(1, most - 1), high > low ? magnitude * LEAST_SHARE : 0)
  const step = Math.max(leastStep, stepOf(least))
  const first = Math.ceil(low / step)
  return Array.from({ length: most }, (_, nth) => Number(((first + nth) * step).toPrecision(DIGITS))).filter(
    (tick) => tick >= low && tick <= high,
  )
}

function stepOf(least: number): number {
  if (!(least > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return (STEPS.find((factor) => factor * power >= least) ?? 10) * power
}
