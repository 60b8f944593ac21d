import { ORDERED, type DataTypeDescriptor } from '#domain/data-types/data-type.ts'
import { DATE_LENGTH } from '#domain/limits.ts'
import { DATE_TOO_LONG, DATE_TOO_SHORT } from '#domain/messages.ts'

/** The possible days of a date with unknown digits: first and last, as YYYY-MM-DD. */
export interface DateInterval {
  readonly first: string
  readonly last: string
}

const MONTHS = 12
const FEBRUARY = 2
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const SHAPE = /^([\dU]{4})-([\dU]{2})-([\dU]{2})$/

/**
 * The interval of a date YYYY-MM-DD with U for an unknown digit (semantics: 1987-0U-UU). Null if no calendar day
 * matches.
 */
export function dateInterval(text: string): DateInterval | null {
  const match = SHAPE.exec(text)
  if (!match) return null
  const [, year = '', month = '', day = ''] = match
  if (!text.includes('U')) return isDay(Number(year), Number(month), Number(day)) ? { first: text, last: text } : null
  const years = numbersLike(year)
  const months = numbersLike(month).filter((m) => m >= 1 && m <= MONTHS)
  const days = numbersLike(day)
  const first = firstFitting(years, months, days)
  const last = firstFitting(years.toReversed(), months.toReversed(), days.toReversed())
  return first && last ? { first, last } : null
}

/** The error of a date field, or null (spec section 5). */
export function dateProblem(text: string): string | null {
  if (text.length < DATE_LENGTH) return DATE_TOO_SHORT
  if (text.length > DATE_LENGTH) return DATE_TOO_LONG
  if (dateInterval(text)) return null
  if (SHAPE.test(text)) return 'That day does not exist.'
  const readings = readingsOf(text)
  const written = readings.join(' or ')
  if (written === '') return 'Use YYYY-MM-DD, with U for each digit that is not known.'
  return readings.some(dateInterval)
    ? `${text}: write ${written}`
    : `${text}: write ${written}; that day does not exist`
}

/** What a date in another order may mean, as YYYY-MM-DD: a month is at most 12. */
function readingsOf(text: string): string[] {
  const [, year, ...afterYear] = /^(\d{4})[./](\d\d)[./](\d\d)$/.exec(text) ?? []
  if (year !== undefined) return [[year, ...afterYear].join('-')]
  const [, first = '', sign = '', second = '', end] = /^(\d\d)([./-])(\d\d)\2(\d{4})$/.exec(text) ?? []
  if (end === undefined) return []
  const [dayFirst, monthFirst] = [`${end}-${second}-${first}`, `${end}-${first}-${second}`]
  if (sign === '.') return [dayFirst]
  if (Number(first) > MONTHS) return [dayFirst]
  return Number(second) > MONTHS || first === second ? [monthFirst] : [dayFirst, monthFirst]
}

/** An exact date. */
export const date: DataTypeDescriptor = {
  word: 'date',
  kind: 'date',
  operators: ORDERED,
  tag: { letter: 'D', hue: 75 },
  isPersonal: true,
  valueProblem: dateProblem,
  isAscending: (low, high) => (dateInterval(low)?.first ?? '') <= (dateInterval(high)?.last ?? ''),
  input: { hint: 'YYYY-MM-DD, U for unknown digits', isUpperCase: true },
}

/** A date with unknown digits, written U. */
export const partialDate: DataTypeDescriptor = { ...date, word: 'partial date', tag: { letter: 'D', hue: 55 } }

/** Numbers that match a pattern of digits and U, ascending. */
function numbersLike(pattern: string): number[] {
  const expression = new RegExp(`^${pattern.replaceAll('U', '\\d')}$`)
  const [low, high] = [Number(pattern.replaceAll('U', '0')), Number(pattern.replaceAll('U', '9'))]
  const numbers: number[] = []
  for (let number = low; number <= high; number++) {
    if (expression.test(pad(number, pattern.length))) numbers.push(number)
  }
  return numbers
}

function firstFitting(years: number[], months: number[], days: number[]): string | null {
  for (const year of years) {
    for (const month of months) {
      const day = days.find((candidate) => isDay(year, month, candidate))
      if (day !== undefined) return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
    }
  }
  return null
}

function daysInMonth(year: number, month: number): number {
  if (month !== FEBRUARY) return DAYS[month - 1] ?? 0
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return isLeap ? 29 : 28
}

function isDay(year: number, month: number, day: number): boolean {
  return day >= 1 && day <= daysInMonth(year, month)
}

function pad(number: number, width: number): string {
  return String(number).padStart(width, '0')
}

/** An ISO 8601 date-time. */
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
 * An exact or partial date as YYYY-MM-DD with U for unknown digits: "1987-05" is 1987-05-UU. The time of day is
 * dropped. Null if invalid.
 */
export function completeDate(text: string): string | null {
  const trimmed = text.trim()
  const isLong = trimmed.length > DATE_LENGTH
  const written = (isLong ? (WITH_TIME.exec(trimmed)?.[1] ?? '') : trimmed).toUpperCase()
  const shape = SHAPES.find(({ pattern }) => pattern.test(written))
  if (!shape) return null
  const date = written + shape.rest
  return dateInterval(date) ? date : null
}
