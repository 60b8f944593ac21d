import { clockText, dayText } from '#server/modules/imports/source/clock-text.ts'

/**
 * How SPSS shows a number, as far as it changes the meaning: numbers are counts of seconds for dates and times.
 * The codes are those of the print format ("System File Format" of the PSPP developers' guide, Variable Record).
 */
export type NumberKind = 'number' | 'date' | 'month' | 'date-time' | 'duration'

const DATE_FORMATS: ReadonlyMap<number, NumberKind> = new Map([
  [20, 'date'],
  [21, 'duration'],
  [22, 'date-time'],
  [23, 'date'],
  [24, 'date'],
  [25, 'duration'],
  [28, 'month'],
  [29, 'date'],
  [30, 'date'],
  [38, 'date'],
  [39, 'date'],
  [40, 'duration'],
  [41, 'date-time'],
])

/** The kind of a print format: its type is the second highest byte. */
export function numberKind(printFormat: number): NumberKind {
  return DATE_FORMATS.get((printFormat >> 16) & 0xff) ?? 'number'
}

const DAY = 86_400
/** SPSS counts seconds from 14 October 1582, here in days since 1970 in the Gregorian calendar. */
const FIRST_DAY = Date.UTC(1582, 9, 14) / (DAY * 1_000)
/** A double that counts seconds since 1582 is exact to some microseconds: five decimals. */
const DECIMALS = 5
const PARTS_OF_SECOND = 10 ** DECIMALS

/**
 * The text of a number: its shortest form that reads as the same number, YYYY-MM-DD, YYYY-MM, YYYY-MM-DD HH:MM:SS,
 * or HH:MM:SS for a time. A date that no calendar has is written as the number.
 */
export function numberText(value: number, kind: NumberKind): string {
  if (kind === 'number' || !Number.isFinite(value)) return String(value === 0 ? 0 : value)
  if (kind === 'duration') return clockText(value, DECIMALS)
  const seconds = Math.round(value * PARTS_OF_SECOND) / PARTS_OF_SECOND
  const days = Math.floor(seconds / DAY)
  const day = dayText(FIRST_DAY + days)
  if (day === null) return String(value)
  const timeOfDay = seconds - days * DAY
  if (kind === 'date-time' || timeOfDay !== 0) return `${day} ${clockText(timeOfDay, DECIMALS)}`
  return kind === 'month' && day.endsWith('-01') ? day.slice(0, 'YYYY-MM'.length) : day
}
