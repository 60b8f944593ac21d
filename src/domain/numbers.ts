const grouped = new Intl.NumberFormat('en-US')

/** 106466 -> "106,466". */
export function formatCount(count: number): string {
  return grouped.format(count)
}

/** A count that may be suppressed (null). */
export function formatSize(count: number | null): string {
  return count === null ? 'hidden' : formatCount(count)
}

/** A percentage with one decimal: 0.1234 -> "12.3 %"; "–" for an empty whole. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}

/** "1 individual", "2 individuals". */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${wordFor(count, singular, plural)}`
}

/** The form of a word for a count: "individual" or "individuals", "is" or "are". */
export function wordFor(count: number, singular: string, plural = `${singular}s`): string {
  return count === 1 ? singular : plural
}

/** 12345678 -> "12.3 MB". */
export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
