import { clockText, dayText } from '#server/modules/imports/source/clock-text.ts'

/** What a number format shows of a date; null for a number. */
export interface DateFormat {
  readonly hasDate: boolean
  readonly hasTime: boolean
}

/** Formats with a number but no code in the file (ECMA-376, part 1, 18.8.30); those of East Asia are dates too. */
function builtIn(id: number): DateFormat | null {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) {
    return { hasDate: true, hasTime: false }
  }
  if (id === 22) return { hasDate: true, hasTime: true }
  const isTime = (id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)
  return isTime ? { hasDate: false, hasTime: true } : null
}

/** Reads the code of a number format: letters for parts of dates and times count outside texts and brackets. */
export function dateFormatOf(id: number, code: string | undefined): DateFormat | null {
  if (code === undefined) return builtIn(id)
  const [positive = ''] = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')
  const letters = positive.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').toLowerCase()
  // "General" and "E+00" have none of these letters.
  const hasTime = /[hs]|am\/pm/.test(letters)
  const hasDate = /[yd]/.test(letters) || (letters.includes('m') && !hasTime)
  return hasDate || hasTime ? { hasDate, hasTime } : null
}

const SECONDS_A_DAY = 86_400
/** Day 0 of a workbook in days since 1970, and the day before the one that Excel invents: 29 February 1900. */
const DAY_0 = { from1900: -25_569, from1904: -24_107 }
const INVENTED_DAY = 60
/** A format of times may hide a date; a sum of hours is shorter. */
const A_YEAR = 366
const DECIMALS = 3
const PARTS_OF_SECOND = 10 ** DECIMALS

/** The text of a number of days: YYYY-MM-DD, with HH:MM:SS where there is a time, or the time alone. */
export function serialText(serial: number, { hasDate, hasTime }: DateFormat, is1904: boolean): string {
  // A double that counts days is exact to less than a millisecond.
  const seconds = Math.round(serial * SECONDS_A_DAY * PARTS_OF_SECOND) / PARTS_OF_SECOND
  const days = Math.floor(seconds / SECONDS_A_DAY)
  const timeOfDay = seconds - days * SECONDS_A_DAY
  const isTimeAlone = (!hasDate && days < A_YEAR) || (days === 0 && timeOfDay > 0 && !is1904)
  if (isTimeAlone) return clockText(seconds, DECIMALS)
  const day = dayOf(days, is1904)
  if (day === null) return String(serial)
  return hasTime || timeOfDay > 0 ? `${day} ${clockText(timeOfDay, DECIMALS)}` : day
}

function dayOf(days: number, is1904: boolean): string | null {
  if (is1904) return days < 0 ? null : dayText(DAY_0.from1904 + days)
  if (days <= 0) return null
  if (days === INVENTED_DAY) return '1900-02-29'
  return dayText(DAY_0.from1900 + days + (days < INVENTED_DAY ? 1 : 0))
}
