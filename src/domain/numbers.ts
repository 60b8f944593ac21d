const COUNT = new Intl.NumberFormat('en-US')
const PERCENT = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1 })

/** 106466 -> "106,466". */
export function formatCount(count: number): string {
  return COUNT.format(count)
}

/** A count that may be suppressed (null). */
export function formatSize(count: number | null): string {
  return count === null ? 'hidden' : formatCount(count)
}

/**
 * A mean or another number of a sample: all digits before the point, four significant digits in all; "–" for null. A
 * mean has as many decimals as its standard deviation.
 */
export function formatMeasure(number: number | null, deviation: number | null = null): string {
  if (number === null) return '–'
  const scale = deviation === null || deviation === 0 ? Math.abs(number) : deviation
  if (scale >= 1e15 || (scale > 0 && scale < 1e-4)) return number.toExponential(3)
  const digits = scale === 0 ? 0 : Math.max(0, 3 - Math.floor(Math.log10(scale)))
  // Adding 0 turns -0 into 0.
  return (Number(number.toFixed(digits)) + 0).toLocaleString('en-US', { maximumFractionDigits: digits })
}

/** A percentage with one decimal: 0.1234 -> "12.3%"; "–" for an empty whole. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–'
  return `${PERCENT.format(Number(((100 * part) / whole).toFixed(1)))}%`
}

/** "1 individual", "2 individuals". */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${wordFor(count, singular, plural)}`
}

/** The form of a word for a count: "individual" or "individuals", "is" or "are". */
export function wordFor(count: number, singular: string, plural = `${singular}s`): string {
  return count === 1 ? singular : plural
}

/** 12345678 -> "12.3 MB", 12345 -> "12.3 kB". */
export function formatBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
