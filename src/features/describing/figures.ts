import type { DescribedVariable } from '#contract/shapes/entities.ts'
import { formatCount } from '#domain/numbers.ts'
import { momentsOf, type Figure } from '#domain/statistics/group-differences.ts'
import { meanInterval, shareInterval, type Interval } from '#domain/statistics/intervals.ts'

/** In place of a figure that a row does not have. */
export const NONE = '–'

/** The decimals of means, medians and percentages; by size three below 1, one below 100, none above. */
export type Digits = 'bySize' | '0' | '1' | '2'

/** By size: 0.974, 12.3, 1,234. Very small and large numbers: 1.23e-5. */
function formatNumber(value: number | null, chosen: Digits): string {
  if (value === null) return NONE
  const size = Math.abs(value)
  if (size >= 1e15 || (size > 0 && size < 1e-4)) return value.toExponential(2)
  const digits = chosen === 'bySize' ? (size >= 100 ? 0 : size >= 1 || size === 0 ? 1 : 3) : Number(chosen)
  return minus(value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }))
}

type DescribedColumn = DescribedVariable['groups'][number]

export interface FigureForm {
  readonly digits: Digits
  /** Confidence intervals of means and shares. */
  readonly hasIntervals: boolean
}

/** Mean (standard deviation), with its interval if it is asked. */
export function meanWords(group: DescribedColumn, { digits, hasIntervals }: FigureForm): string {
  const { mean, sd } = group
  if (mean === null) return NONE
  const moments = hasIntervals ? momentsOf(group) : null
  const interval = intervalWords(moments && meanInterval(moments), (end) => formatNumber(end, digits))
  return `${formatNumber(mean, digits)} (${formatNumber(sd, digits)})${interval}`
}

function intervalWords(interval: Interval | null, wordsOf: (end: number) => string): string {
  return interval === null ? '' : ` [${wordsOf(interval[0])}, ${wordsOf(interval[1])}]`
}

/** Median (lower to upper quartile). */
export function medianWords(quantiles: readonly number[] | null, { digits }: FigureForm): string {
  const [, lower, middle, upper] = quantiles ?? []
  return lower === undefined || middle === undefined || upper === undefined
    ? NONE
    : `${formatNumber(middle, digits)} (${formatNumber(lower, digits)}–${formatNumber(upper, digits)})`
}

/** Count (percent of a whole), with the interval of the share if it is asked. */
export function shareWords(count: number | null, whole: number | null, { digits, hasIntervals }: FigureForm): string {
  if (count === null) return 'hidden'
  if (whole === null || whole === 0) return formatCount(count)
  const decimals = digits === 'bySize' ? 1 : Number(digits)
  const interval = hasIntervals ? shareInterval(count, whole) : null
  const ends = intervalWords(interval, (end) => (100 * end).toFixed(decimals))
  return `${formatCount(count)} (${((100 * count) / whole).toFixed(decimals)}%)${ends}`
}

/** With its sign if the variable has a direction. */
export function differenceWords(difference: Figure | undefined, isSigned: boolean): string {
  if (difference === undefined || 'because' in difference) return NONE
  const text = difference.value.toFixed(3)
  return `${isSigned && Number(text) > 0 ? '+' : ''}${minus(text)}`
}

function minus(text: string): string {
  return text.replace('-', '−')
}
