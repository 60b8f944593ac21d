import { dateInterval } from '#domain/fuzzy-date.ts'

/** An ISO date-time. */
const WITH_TIME = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/i

/** Whether a text is a date with a time of day. */
export function hasTime(text: string): boolean {
  return WITH_TIME.test(text.trim())
}

const SHAPES = [
  { pattern: /^[\dU]{4}$/, rest: '-UU-UU' },
  { pattern: /^[\dU]{4}-[\dU]{2}$/, rest: '-UU' },
  { pattern: /^[\dU]{4}-[\dU]{2}-[\dU]{2}$/, rest: '' },
]

/**
 * A whole or partial date as YYYY-MM-DD with U for unknown parts: "1987-05" is 1987-05-UU. Drops the time of day. Null
 * for other texts.
 */
export function completeDate(text: string): string | null {
  const trimmed = text.trim()
  const written = (WITH_TIME.exec(trimmed)?.[1] ?? trimmed).toUpperCase()
  const shape = SHAPES.find(({ pattern }) => pattern.test(written))
  if (!shape) return null
  const date = written + shape.rest
  return dateInterval(date) ? date : null
}
