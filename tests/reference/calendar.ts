// Reference evaluator: partial dates as lists of days ("Types and comparing", "Scores").

const DAY = 24 * 60 * 60 * 1000
const daysByPattern = new Map<string, readonly string[]>()

/** All days of the calendar that match a date with U for unknown digits, ascending. */
export function daysLike(pattern: string): readonly string[] {
  const known = daysByPattern.get(pattern)
  if (known) return known
  const like = new RegExp(`^${pattern.replaceAll('U', '\\d')}$`)
  const [first, last] = [pattern.slice(0, 4).replaceAll('U', '0'), pattern.slice(0, 4).replaceAll('U', '9')]
  const days: string[] = []
  for (let time = Date.parse(`${first}-01-01`); time <= Date.parse(`${last}-12-31`); time += DAY) {
    const day = new Date(time).toISOString().slice(0, 10)
    if (like.test(day)) days.push(day)
  }
  daysByPattern.set(pattern, days)
  return days
}

/** Every day from the first to the last that a partial date may be. */
export function daysWithin(pattern: string): readonly string[] {
  const key = `within ${pattern}`
  const known = daysByPattern.get(key)
  if (known) return known
  const like = daysLike(pattern)
  const [first, last] = [like.at(0), like.at(-1)]
  if (first === undefined || last === undefined) return []
  const days: string[] = []
  for (let time = Date.parse(first); time <= Date.parse(last); time += DAY)
    days.push(new Date(time).toISOString().slice(0, 10))
  daysByPattern.set(key, days)
  return days
}

const elapsedTimes = new Map<string, number | null>()

/** The same number for every pair of possible days, else null. */
export function elapsed(unit: 'YEARS' | 'DAYS', from: string, to: string): number | null {
  const key = `${unit} ${from} ${to}`
  const known = elapsedTimes.get(key)
  if (known !== undefined) return known
  const between = unit === 'DAYS' ? daysBetween : birthdaysBetween
  const ends = daysLike(to)
  const times = new Set(daysLike(from).flatMap((begin) => ends.map((end) => between(begin, end))))
  const [time = null] = times.size === 1 ? times : []
  elapsedTimes.set(key, time)
  return time
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY)
}

/** Counts the anniversaries from the first date to the second. */
function birthdaysBetween(from: string, to: string): number {
  const anniversary = (years: number) => `${String(Number(from.slice(0, 4)) + years).padStart(4, '0')}${from.slice(4)}`
  let years = Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - 1
  // Texts of equal length: 02-29 is after 02-28 and before 03-01 in every year.
  while (anniversary(years + 1) <= to) years++
  return years
}
