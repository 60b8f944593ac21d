import type { Condition } from '#domain/constraint.ts'
import { isCoded, isDateType } from '#domain/data-types.ts'
import { CODES_SEPARATOR } from '#domain/data-types/category.ts'
import { dateInterval } from '#domain/data-types/date.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import type { Operator } from '#domain/operators.ts'
import type { Answer } from '#server/engine/sources/answers.ts'
import type { Parameters } from '#server/platform/db/parameters.ts'

/**
 * A condition on an answer as an SQL expression that is TRUE, FALSE or, where that cannot be known, NULL.
 * The condition has been found meaningful for the data type (domain/constraint).
 */
export function truthOf(answer: Answer, condition: Condition, parameters: Parameters): string {
  const { operator, values } = condition
  const [value = ''] = values
  if (operator === 'EXISTS') return answer.hasRecord
  if (operator === 'VALID') return validity(answer, parameters)
  if (operator === 'EQ' && value === UNKNOWN_VALUE) return `(${answer.known} IS NULL)`
  if (answer.dataType === 'numberrange') return numberTruth(answer, condition, parameters)
  if (isDateType(answer.dataType)) return dateTruth(answer, condition, parameters)
  if (answer.dataType === 'multicategory') return codesTruth(answer, condition, parameters)
  if (isCoded(answer.dataType)) return codeTruth(answer, condition, parameters)
  const truth = textTruth(answer, operator, value, parameters)
  if (answer.isReadable === undefined) return truth
  // Few have an answer: access is looked at for these alone, and only the texts that may be read are compared.
  return `(CASE WHEN ${answer.known} IS NULL THEN NULL WHEN ${answer.isReadable} THEN ${truth} END)`
}

const SIGNS: Partial<Record<Operator, string>> = { EQ: '=', NEQ: '<>', GT: '>', LT: '<', GTE: '>=', LTE: '<=' }

function validity({ known, dataType, possibleValues }: Answer, parameters: Parameters): string {
  if (!isCoded(dataType) || possibleValues.length === 0) return `(${known} IS NOT NULL)`
  const isPossible =
    dataType === 'multicategory'
      ? `list_has_all(${parameters.bindList(possibleValues)}, string_to_array(${known}, ';'))`
      : isOneOf(known, possibleValues, parameters)
  return `(${known} IS NOT NULL AND ${isPossible})`
}

/** Values are bound as text: as a number a whole one would be bound as an integer, which 1e20 is too large for. */
function numberTruth({ known }: Answer, { operator, values }: Condition, { bind }: Parameters): string {
  const [low = '', high = ''] = values.map((value) => `CAST(${bind(String(Number(value)))} AS FLOAT8)`)
  return operator === 'BETWEEN' ? `(${known} BETWEEN ${low} AND ${high})` : `(${known} ${signOf(operator)} ${low})`
}

function dateTruth(answer: Answer, { operator, values }: Condition, { bind }: Parameters): string {
  const [value = ''] = values
  if (operator === 'EQ' || operator === 'NEQ') return `(${answer.known} ${signOf(operator)} ${bind(value)})`
  const first = answer.interval?.first ?? 'NULL'
  const last = answer.interval?.last ?? 'NULL'
  const [low, high] = values.map((text) => {
    const interval = dateInterval(text)
    const [first, last] = [interval?.first, interval?.last].map((day) => `CAST(${bind(day ?? null)} AS DATE)`)
    return { first: first ?? 'NULL', last: last ?? 'NULL' }
  })
  const bounds = low ?? { first: 'NULL', last: 'NULL' }
  const until = high ?? bounds
  switch (operator) {
    case 'GT':
      return decided(`${first} > ${bounds.last}`, `${last} <= ${bounds.first}`)
    case 'LT':
      return decided(`${last} < ${bounds.first}`, `${first} >= ${bounds.last}`)
    case 'GTE':
      return decided(`${first} >= ${bounds.last}`, `${last} < ${bounds.first}`)
    case 'LTE':
      return decided(`${last} <= ${bounds.first}`, `${first} > ${bounds.last}`)
    default:
      return decided(
        `${first} >= ${bounds.last} AND ${last} <= ${until.first}`,
        `${last} < ${bounds.first} OR ${first} > ${until.last}`,
      )
  }
}

/** True where it holds for every date that it may be, false where for none. */
function decided(holdsForAll: string, holdsForNone: string): string {
  return `(CASE WHEN ${holdsForAll} THEN TRUE WHEN ${holdsForNone} THEN FALSE END)`
}

/** However many texts there are, they are one parameter: an expression for each would take the planner long. */
function isOneOf(expression: string, texts: readonly string[], { bindList }: Parameters): string {
  return `list_contains(${bindList(texts)}, ${expression})`
}

function codesTruth({ known }: Answer, { operator, values }: Condition, { bind, bindList }: Parameters): string {
  if (operator === 'ANYOF') return `list_has_any(string_to_array(${known}, ';'), ${bindList(values)})`
  const [code = ''] = values
  // No answer has a code with a separator in it; as a part of the answer it would be found all the same.
  const holdsIt = code.includes(CODES_SEPARATOR)
    ? `CASE WHEN ${known} IS NOT NULL THEN FALSE END`
    : `contains(';' || ${known} || ';', ${bind(`;${code};`)})`
  return operator === 'NEQ' ? `(NOT ${holdsIt})` : `(${holdsIt})`
}

function codeTruth({ known }: Answer, { operator, values }: Condition, parameters: Parameters): string {
  if (operator === 'ANYOF') return isOneOf(known, values, parameters)
  return `(${known} ${signOf(operator)} ${parameters.bind(values[0] ?? '')})`
}

const BLANKS = `' ' || chr(9) || chr(10) || chr(13)`

function trimmed(text: string): string {
  return `lower(trim(${text}, ${BLANKS}))`
}

function textTruth({ known }: Answer, operator: Operator, value: string, { bind, dialect }: Parameters): string {
  if (operator === 'REGEX') return dialect.matches(known, bind(dialect.patternOf(value)))
  if (operator === 'NREGEX') return `(NOT ${dialect.matches(known, bind(dialect.patternOf(value)))})`
  const place = bind(value)
  switch (operator) {
    case 'STARTS':
      return `starts_with(lower(${known}), lower(${place}))`
    case 'ENDS':
      return `ends_with(lower(${known}), lower(${place}))`
    default:
      // Few texts hold the one that is asked for; to find these takes a fifth of the time of trimming all.
      return `(CASE WHEN contains(lower(${known}), ${trimmed(place)}) THEN ${trimmed(known)} = ${trimmed(place)}
        WHEN ${known} IS NOT NULL THEN FALSE END)`
  }
}

function signOf(operator: Operator): string {
  const sign = SIGNS[operator]
  if (sign === undefined) throw new Error(`No comparison is made with ${operator}.`)
  return sign
}
