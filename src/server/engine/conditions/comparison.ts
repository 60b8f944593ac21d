import type { Condition } from '#domain/conditions/constraint.ts'
import type { Operator } from '#domain/conditions/operators.ts'
import { descriptorOf, hasSeveralCodes, isCoded } from '#domain/data-types.ts'
import { CODES_SEPARATOR } from '#domain/data-types/category.ts'
import type { AnswerKind } from '#domain/data-types/data-type.ts'
import { dateInterval } from '#domain/data-types/date.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import type { Answer } from '#server/engine/sources/answers.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'
import { raw, sql, timed, type Sql } from '#server/platform/db/sql.ts'

/**
 * A condition on an answer as SQL: TRUE, FALSE, or NULL for an unknown answer. The condition must be valid for the data
 * type (domain/constraint).
 */
export function conditionSql(answer: Answer, condition: Condition, dialect: Dialect): Sql {
  const { operator, values } = condition
  const [value = ''] = values
  if (operator === 'EXISTS') return answer.hasRecord
  if (operator === 'VALID') return whereUsed(answer, isValid(answer))
  if (operator === 'EQ' && value === UNKNOWN_VALUE) return whereUsed(answer, sql`(${answer.known} IS NULL)`)
  return COMPARISONS[descriptorOf(answer.dataType)?.kind ?? 'text'](answer, condition, dialect)
}

/** Where an answer may not be used, it is unknown whether there is one. */
function whereUsed({ usedWhere }: Answer, outcome: Sql): Sql {
  return usedWhere === undefined ? outcome : sql`(CASE WHEN ${usedWhere} THEN ${outcome} END)`
}

const COMPARISONS: Readonly<Record<AnswerKind, (answer: Answer, condition: Condition, dialect: Dialect) => Sql>> = {
  number: numberCondition,
  date: dateCondition,
  code: codeCondition,
  flag: codeCondition,
  codes: codesCondition,
  text: textCondition,
}

const SIGNS: Partial<Record<Operator, Sql>> = {
  EQ: raw('='),
  NEQ: raw('<>'),
  GT: raw('>'),
  LT: raw('<'),
  GTE: raw('>='),
  LTE: raw('<='),
}

function isValid({ known, dataType, possibleValues }: Answer): Sql {
  if (!isCoded(dataType) || possibleValues.length === 0) return sql`(${known} IS NOT NULL)`
  const isPossible = hasSeveralCodes(dataType)
    ? sql`list_has_all(${possibleValues}, string_to_array(${known}, ';'))`
    : isOneOf(known, possibleValues)
  return sql`(${known} IS NOT NULL AND ${isPossible})`
}

const NULL = sql`NULL`

/** Numbers are bound as text: DuckDB would bind a whole number as an integer, which overflows at 1e20. */
function numberCondition({ known }: Answer, { operator, values }: Condition): Sql {
  const [low = NULL, high = NULL] = values.map((value) => sql`CAST(${String(Number(value))} AS FLOAT8)`)
  return operator === 'BETWEEN'
    ? sql`(${known} BETWEEN ${low} AND ${high})`
    : sql`(${known} ${signOf(operator)} ${low})`
}

function dateCondition(answer: Answer, { operator, values }: Condition): Sql {
  const [value = ''] = values
  if (operator === 'EQ' || operator === 'NEQ') return sql`(${answer.known} ${signOf(operator)} ${value})`
  const first = answer.interval?.first ?? NULL
  const last = answer.interval?.last ?? NULL
  const [low, high] = values.map((text) => {
    const interval = dateInterval(text)
    return {
      first: sql`CAST(${interval?.first ?? null} AS DATE)`,
      last: sql`CAST(${interval?.last ?? null} AS DATE)`,
    }
  })
  const bounds = low ?? { first: NULL, last: NULL }
  const until = high ?? bounds
  switch (operator) {
    case 'GT':
      return holdsForInterval(sql`${first} > ${bounds.last}`, sql`${last} <= ${bounds.first}`)
    case 'LT':
      return holdsForInterval(sql`${last} < ${bounds.first}`, sql`${first} >= ${bounds.last}`)
    case 'GTE':
      return holdsForInterval(sql`${first} >= ${bounds.last}`, sql`${last} < ${bounds.first}`)
    case 'LTE':
      return holdsForInterval(sql`${last} <= ${bounds.first}`, sql`${first} > ${bounds.last}`)
    default:
      return holdsForInterval(
        sql`${first} >= ${bounds.last} AND ${last} <= ${until.first}`,
        sql`${last} < ${bounds.first} OR ${first} > ${until.last}`,
      )
  }
}

/** TRUE if the comparison holds for every day of a partial date, FALSE if for none, else NULL. */
function holdsForInterval(forEveryDay: Sql, forNoDay: Sql): Sql {
  return sql`(CASE WHEN ${forEveryDay} THEN TRUE WHEN ${forNoDay} THEN FALSE END)`
}

/** Always one list parameter: planning time grows with the number of expressions. */
function isOneOf(expression: Sql, texts: readonly string[]): Sql {
  return sql`list_contains(${texts}, ${expression})`
}

function codesCondition({ known }: Answer, { operator, values }: Condition): Sql {
  if (operator === 'ANYOF') return sql`list_has_any(string_to_array(${known}, ';'), ${values})`
  const [code = ''] = values
  // No code contains the separator; such a text would match parts of two neighbouring codes.
  const hasCode = code.includes(CODES_SEPARATOR)
    ? sql`CASE WHEN ${known} IS NOT NULL THEN FALSE END`
    : sql`contains(';' || ${known} || ';', ${`;${code};`})`
  return operator === 'NEQ' ? sql`(NOT ${hasCode})` : sql`(${hasCode})`
}

function codeCondition({ known }: Answer, { operator, values }: Condition): Sql {
  if (operator === 'ANYOF') return isOneOf(known, values)
  return sql`(${known} ${signOf(operator)} ${values[0] ?? ''})`
}

const BLANKS = sql`' ' || chr(9) || chr(10) || chr(13)`

function trimmed(text: Sql | string): Sql {
  return sql`lower(trim(${text}, ${BLANKS}))`
}

function textCondition(answer: Answer, { operator, values: [value = ''] }: Condition, dialect: Dialect): Sql {
  const matches = textMatches(answer.known, operator, value, dialect)
  if (answer.isReadable === undefined) return matches
  // Few participants have an answer: only theirs are tested for access, and only readable texts are compared.
  return sql`(CASE WHEN ${answer.known} IS NULL THEN NULL WHEN ${answer.isReadable} THEN ${matches} END)`
}

function textMatches(known: Sql, operator: Operator, value: string, dialect: Dialect): Sql {
  switch (operator) {
    case 'REGEX':
      return timed(dialect.matches(known, dialect.patternOf(value)))
    case 'NREGEX':
      return timed(sql`(NOT ${dialect.matches(known, dialect.patternOf(value))})`)
    case 'STARTS':
      return sql`starts_with(lower(${known}), lower(${value}))`
    case 'ENDS':
      return sql`ends_with(lower(${known}), lower(${value}))`
    default:
      // Few texts contain the value: finding these first takes a fifth of the time of trimming all texts.
      return sql`(CASE WHEN contains(lower(${known}), ${trimmed(value)}) THEN ${trimmed(known)} = ${trimmed(value)}
        WHEN ${known} IS NOT NULL THEN FALSE END)`
  }
}

function signOf(operator: Operator): Sql {
  const sign = SIGNS[operator]
  if (sign === undefined) throw new Error(`No comparison is made with ${operator}.`)
  return sign
}
