import { chanceOf, secondChanceOf, type AskedItem } from '#server/demo/answers/asked-item.ts'
import type { KindName } from '#server/demo/forms/item.ts'

/** SQL: a date as text, and the first and the last day that it may be. */
interface DateColumns {
  readonly text: string
  readonly first: string
  readonly last: string
}

/** SQL: a day of the visit or shortly after, known exactly. */
export function visitDate(asked: AskedItem): DateColumns {
  const day = dayOf(`interview_day + (${chanceOf(asked)} >> 11)`)
  return { text: `CAST(${day} AS VARCHAR)`, first: day, last: day }
}

/** SQL: a day long ago, of which the day, or the month and the day, may be forgotten. */
export function recalledDate(asked: AskedItem, kind: KindName): DateColumns {
  const chance = chanceOf(asked)
  const day = dayOf(kind === 'birth' ? 'birth_day' : `least(interview_day, birth_day + ${recalledAge(kind, chance)})`)
  if (kind === 'birth') return known(day, 'FALSE', 'FALSE')
  const clarity = secondChanceOf(asked)
  return known(day, `${clarity} < 22000`, `${clarity} > 52000`)
}

function recalledAge(kind: KindName, chance: string): string {
  if (kind === 'onset') return `onset * 365 + onset // 4 + (${chance} >> 8)`
  return `onset * 365 + (interview_day - birth_day - onset * 365) * ${chance} // 65536`
}

function known(day: string, onlyYear: string, fully: string): DateColumns {
  return {
    text: `CASE WHEN ${onlyYear} THEN strftime(${day}, '%Y-UU-UU') WHEN ${fully} THEN strftime(${day}, '%Y-%m-%d')
      ELSE strftime(${day}, '%Y-%m-UU') END`,
    first: `CASE WHEN ${onlyYear} THEN date_trunc('year', ${day})::DATE WHEN ${fully} THEN ${day}
      ELSE date_trunc('month', ${day})::DATE END`,
    last: `CASE WHEN ${onlyYear} THEN make_date(year(${day}), 12, 31) WHEN ${fully} THEN ${day} ELSE last_day(${day}) END`,
  }
}

function dayOf(days: string): string {
  return `(DATE '1970-01-01' + (${days})::INTEGER)`
}
