import { DATE_LENGTH } from '#domain/limits.ts'
import { DATE_TOO_LONG, DATE_TOO_SHORT } from '#domain/messages.ts'

/** All the days that a date with unknown digits may be: first and last, as YYYY-MM-DD. */
export interface DateInterval {
  readonly first: string
  readonly last: string
}

const SHAPE = /^([\dU]{4})-([\dU]{2})-([\dU]{2})$/

/**
 * The interval of a date YYYY-MM-DD in which U stands for an unknown digit (semantics: 1987-0U-UU).
 * Null where no calendar day fits.
 */
export function dateInterval(text: string): DateInterval | null {
  const match = SHAPE.exec(text)
  if (!match) return null
  const [, year = '', month = '', day = ''] = match
  const months = numbersLike(month).filter((m) => m >= 1 && m <= 12)
  const days = numbersLike(day)
  const first = firstFitting(yearsLike(year, 'up'), months, days)
  const last = firstFitting(yearsLike(year, 'down'), months.toReversed(), days.toReversed())
  return first && last ? { first, last } : null
}

/** The message beside a date field, or null where the date will do (spec section 5). */
export function dateProblem(text: string): string | null {
  if (text.length < DATE_LENGTH) return DATE_TOO_SHORT
  if (text.length > DATE_LENGTH) return DATE_TOO_LONG
  return dateInterval(text) ? null : 'Use YYYY-MM-DD, with U for each digit that is not known.'
}

/** What a date field admits while typing. */
export const DATE_INPUT = /^[\dUu-]*$/

function numbersLike(pattern: string): number[] {
  const expression = new RegExp(`^${pattern.replaceAll('U', '\\d')}$`)
  const numbers: number[] = []
  for (let number = 0; number < 100; number++) {
    if (expression.test(String(number).padStart(2, '0'))) numbers.push(number)
  }
  return numbers
}

function yearsLike(pattern: string, order: 'up' | 'down'): number[] {
  const low = Number(pattern.replaceAll('U', '0'))
  const high = Number(pattern.replaceAll('U', '9'))
  const expression = new RegExp(`^${pattern.replaceAll('U', '\\d')}$`)
  const years: number[] = []
  for (let step = 0; low + step <= high; step++) {
    const year = order === 'up' ? low + step : high - step
    if (expression.test(String(year).padStart(4, '0'))) years.push(year)
  }
  return years
}

function firstFitting(years: number[], months: number[], days: number[]): string | null {
  for (const year of years) {
    for (const month of months) {
      const day = days.find((candidate) => candidate >= 1 && candidate <= daysInMonth(year, month))
      if (day !== undefined) return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
    }
  }
  return null
}

function daysInMonth(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

function pad(number: number, width: number): string {
  return String(number).padStart(width, '0')
}
