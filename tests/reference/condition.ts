// Reference evaluator: one condition on one answer ("Missing answers", "Types and comparing").
import type { Condition } from '#domain/conditions/constraint.ts'
import type { Ternary } from '#domain/conditions/criteria.ts'
import { daysLike, daysWithin } from '#tests/reference/calendar.ts'
import type { StudyVariable } from '#tests/support/study.ts'

type StudyRecord = Readonly<Record<string, string>> | undefined

/** The outcome for one participant. Texts of unreadable collections are not compared. */
export function conditionOutcome(
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
  if (!isReadable && isTextCompared(variable, { operator, values })) return null
  if (answer === undefined) return null
  if (variable.dataType === 'numberrange') return ordered(operator, Number(answer), Number(value), Number(second))
  if (variable.dataType === 'date' || variable.dataType === 'fuzzydate')
    return dateOutcome(operator, answer, value, second)
  if (variable.dataType === 'multicategory') {
    const codes = answer.split(';')
    return operator === 'NEQ' ? !codes.includes(value) : values.some((code) => codes.includes(code))
  }
  if (variable.dataType === 'categorical' || variable.dataType === 'dichotomous') {
    return operator === 'NEQ' ? answer !== value : values.includes(answer)
  }
  return textOutcome(operator, answer, value)
}

/** Whether a condition depends only on whether there is an answer or a record. */
export function isPresenceTested({ operator, values }: Condition): boolean {
  return operator === 'EXISTS' || operator === 'VALID' || (operator === 'EQ' && values[0] === '[UNK]')
}

/** Whether a condition compares a text, rather than testing its presence. */
export function isTextCompared({ dataType }: StudyVariable, condition: Condition): boolean {
  return ['identifier', 'text', 'null'].includes(dataType) && !isPresenceTested(condition)
}

/** Response fields about individuals that are not counted, by collection. */
export function notCountedFields(collections: readonly string[]) {
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
function dateOutcome(operator: string, answer: string, value: string, second: string): Ternary {
  if (operator === 'EQ') return answer === value
  if (operator === 'NEQ') return answer !== value
  let holds = 0
  let fails = 0
  const lows = extremes(value)
  const highs = extremes(second === '' ? value : second)
  for (const day of daysWithin(answer)) {
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

function extremes(pattern: string): string[] {
  const fitting = daysLike(pattern)
  return [fitting.at(0) ?? '', fitting.at(-1) ?? '']
}

function textOutcome(operator: string, answer: string, value: string): boolean {
  switch (operator) {
    case 'EQ':
      return trimmed(answer) === trimmed(value)
    case 'STARTS':
      return answer.toLowerCase().startsWith(value.toLowerCase())
    case 'ENDS':
      return answer.toLowerCase().endsWith(value.toLowerCase())
    case 'REGEX':
      return patternOf(value).test(answer)
    case 'NREGEX':
      return !patternOf(value).test(answer)
    default:
      throw new Error(`Unknown operator ${operator} of a text.`)
  }
}

/** Patterns are those of RE2, whose blanks are ASCII. */
function patternOf(value: string): RegExp {
  return new RegExp(value.replaceAll('\\s', '[\\t\\n\\f\\r ]'), 'iu')
}

function trimmed(text: string): string {
  return text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '').toLowerCase()
}
