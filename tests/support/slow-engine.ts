import type { Condition } from '#domain/constraint.ts'
import type { Ternary } from '#domain/criteria.ts'
import type { StudyVariable } from '#tests/support/study.ts'

type StudyRecord = Readonly<Record<string, string>> | undefined

/**
 * A reference implementation of conditions for one participant (semantics, "Missing answers" and "Types and
 * comparing"), without server code; the engine is compared with it. Texts of unreadable collections are not compared.
 */
export function slowOutcome(
  variable: StudyVariable,
  record: StudyRecord,
  { operator, values }: Condition,
  isReadable: boolean,
): Ternary {
  const answer = record?.[variable.name]
  const [value = '', second = ''] = values
  if (operator === 'EXISTS') return record !== undefined
  if (operator === 'VALID') return answer !== undefined && isPossible(variable, answer)
  if (operator === 'EQ' && value === '[UNK]') return answer === undefined
  if (!isReadable && slowComparesText(variable, { operator, values })) return null
  if (answer === undefined) return null
  if (variable.dataType === 'numberrange') return ordered(operator, Number(answer), Number(value), Number(second))
  if (variable.dataType === 'date' || variable.dataType === 'fuzzydate')
    return slowDate(operator, answer, value, second)
  if (variable.dataType === 'multicategory') {
    const codes = answer.split(';')
    return operator === 'NEQ' ? !codes.includes(value) : values.some((code) => codes.includes(code))
  }
  if (variable.dataType === 'categorical' || variable.dataType === 'dichotomous') {
    return operator === 'NEQ' ? answer !== value : values.includes(answer)
  }
  return slowText(operator, answer, value)
}

/** Whether a condition compares a text, rather than testing its presence. */
export function slowComparesText({ dataType }: StudyVariable, { operator, values }: Condition): boolean {
  const asksForPresence = operator === 'EXISTS' || operator === 'VALID' || (operator === 'EQ' && values[0] === '[UNK]')
  return ['identifier', 'text', 'null'].includes(dataType) && !asksForPresence
}

/** The split of individuals that are not counted, by collection. */
export function slowNotCounted(collections: readonly string[]) {
  if (collections.length === 0) return {}
  return { not_counted: collections.length, not_counted_collections: [...new Set(collections)].sort() }
}

function isPossible({ dataType, possibleValues = [] }: StudyVariable, answer: string): boolean {
  const isCoded = ['categorical', 'dichotomous', 'multicategory'].includes(dataType)
  if (!isCoded || possibleValues.length === 0) return true
  const codes = dataType === 'multicategory' ? answer.split(';') : [answer]
  return codes.every((code) => possibleValues.includes(code))
}

function ordered<Value>(operator: string, answer: Value, value: Value, second: Value): boolean {
  switch (operator) {
    case 'EQ':
      return answer === value
    case 'NEQ':
      return answer !== value
    case 'GT':
      return answer > value
    case 'LT':
      return answer < value
    case 'GTE':
      return answer >= value
    case 'LTE':
      return answer <= value
    case 'BETWEEN':
      return answer >= value && answer <= second
    default:
      throw new Error(`Unknown operator ${operator} of an ordered type.`)
  }
}

/** Tries every possible day of the dates. */
function slowDate(operator: string, answer: string, value: string, second: string): Ternary {
  if (operator === 'EQ') return answer === value
  if (operator === 'NEQ') return answer !== value
  let holds = 0
  let fails = 0
  const lows = extremes(value)
  const highs = extremes(second === '' ? value : second)
  for (const day of daysOf(answer)) {
    for (const low of lows) {
      for (const high of highs) {
        if (ordered(operator, day, low, high)) holds++
        else fails++
      }
    }
  }
  if (fails === 0) return true
  return holds === 0 ? false : null
}

/** All days of the calendar that match the pattern. */
function daysOf(pattern: string): string[] {
  const [first = '', last = ''] = extremes(pattern)
  return CALENDAR.filter((day) => day >= first && day <= last)
}

function extremes(pattern: string): string[] {
  const fitting = CALENDAR.filter((day) =>
    pattern.split('').every((digit, place) => digit === 'U' || digit === day[place]),
  )
  return [fitting.at(0) ?? '', fitting.at(-1) ?? '']
}

/** Every day of the tested years. */
const CALENDAR = Array.from({ length: 365 * 4 + 1 }, (_, day) =>
  new Date(Date.UTC(1986, 0, 1 + day)).toISOString().slice(0, 10),
)

function slowText(operator: string, answer: string, value: string): boolean {
  switch (operator) {
    case 'EQ':
      return answer.trim().toLowerCase() === value.trim().toLowerCase()
    case 'STARTS':
      return answer.toLowerCase().startsWith(value.toLowerCase())
    case 'ENDS':
      return answer.toLowerCase().endsWith(value.toLowerCase())
    case 'REGEX':
      return new RegExp(value, 'iu').test(answer)
    case 'NREGEX':
      return !new RegExp(value, 'iu').test(answer)
    default:
      throw new Error(`Unknown operator ${operator} of a text.`)
  }
}
