import { dateInterval } from '#domain/fuzzy-date.ts'

const SHAPES = [
  { pattern: /^[\dU]{4}$/, rest: '-UU-UU' },
  { pattern: /^[\dU]{4}-[\dU]{2}$/, rest: '-UU' },
  { pattern: /^[\dU]{4}-[\dU]{2}-[\dU]{2}$/, rest: '' },
]

/** A whole or partial date as YYYY-MM-DD with U for what is not known: "1987-05" is 1987-05-UU. Null if it is none. */
export function completeDate(text: string): string | null {
  const written = text.trim().toUpperCase()
  const shape = SHAPES.find(({ pattern }) => pattern.test(written))
  if (!shape) return null
  const date = written + shape.rest
  return dateInterval(date) ? date : null
}
