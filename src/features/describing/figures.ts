import { formatCount, formatShare } from '#domain/numbers.ts'
import type { Figure } from '#domain/statistics/group-differences.ts'

const NONE = '–'

/** Three decimals below 1, one below 100, none above: 0.974, 12.3, 1,234; very small and large ones as 1.23e-5. */
export function formatNumber(value: number | null): string {
  if (value === null) return NONE
  const size = Math.abs(value)
  if (size >= 1e15 || (size > 0 && size < 1e-4)) return value.toExponential(2)
  const digits = size >= 100 ? 0 : size >= 1 || size === 0 ? 1 : 3
  return minus(value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }))
}

/** Mean (standard deviation). */
export function meanWords(mean: number | null, sd: number | null): string {
  return mean === null ? NONE : `${formatNumber(mean)} (${formatNumber(sd)})`
}

/** Median (lower to upper quartile). */
export function medianWords(quantiles: readonly number[] | null): string {
  const [, lower, middle, upper] = quantiles ?? []
  return lower === undefined || middle === undefined || upper === undefined
    ? NONE
    : `${formatNumber(middle)} (${formatNumber(lower)}–${formatNumber(upper)})`
}

/** Count (percent of the answers). */
export function shareWords(count: number | null, whole: number | null): string {
  if (count === null) return 'hidden'
  return whole === null || whole === 0 ? formatCount(count) : `${formatCount(count)} (${formatShare(count, whole)})`
}

export function differenceWords(difference: Figure | undefined): string {
  return difference && 'value' in difference ? minus(difference.value.toFixed(3)) : NONE
}

/** APA style: three decimals, "< 0.001" below. */
export function pWords(p: Figure): string {
  if (!('value' in p)) return NONE
  return p.value < 0.001 ? '< 0.001' : p.value.toFixed(3)
}

function minus(text: string): string {
  return text.replace('-', '−')
}
