import { formatCount } from '#domain/numbers.ts'

/** Random noise in the counts of each of some collections (CELL_NOISE). */
export interface CountNoise {
  /** Standard deviation in a count of one collection. */
  readonly deviation: number
  readonly collections: readonly string[]
}

/** Standard deviations of a normal distribution that 95 % of values are within. */
const WITHIN_95_PERCENT = 1.96

/** Half the width of the 95 % interval of a count over some collections, rounded up; 0 if none of them has noise. */
export function countError({ deviation, collections }: CountNoise, counted: readonly string[]): number {
  return errorOfSum(deviation, collections.filter((collection) => counted.includes(collection)).length)
}

export function countNoiseWords({ deviation, collections }: CountNoise): string {
  const error = (count: number) => `±\u00A0${formatCount(errorOfSum(deviation, count))}`
  const sum =
    collections.length > 1 ? `, and ${error(collections.length)} in a sum of ${collections.length} counts` : ''
  return `Counts of collections that you may not read have random noise: in 95 % of cases ${error(1)}${sum}.`
}

function errorOfSum(deviation: number, collections: number): number {
  return Math.ceil(WITHIN_95_PERCENT * deviation * Math.sqrt(collections))
}
