import { isCriteria, type Criteria, type Criterion } from '#domain/criteria.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { baseVariablesOf, levelsOf } from '#server/model/nesting.ts'
import { isCustom, type AnyVariable, type CustomVariable, type CustomVariableRule } from '#server/model/variable.ts'
import type { Answer, Answers } from '#server/engine/sources/answers.ts'
import type { Condition } from '#domain/constraint.ts'
import { cellsOfCriteria, type Cell } from '#domain/combine-table.ts'
import { join, literal, sql, type Sql } from '#server/platform/db/sql.ts'

/** Columns of a custom variable, computed from those of its sources. */
export interface CustomAnswer {
  /** Whether every source is missing. */
  readonly isMissing: Sql
  /** The index of the value in the rule's list, or UNPLACED. */
  readonly place: Sql
  /** Whether no value is known: [UNK], or every source is missing. */
  readonly isUnplaced: Sql
}

/** The place of an individual whose value is unknown. */
const UNPLACED = -1
const UNPLACED_SQL = literal(UNPLACED)

/**
 * A custom variable in SQL (semantics, "Custom variables"): a column of its own layer, evaluated once for all
 * conditions of the layers above. Conditions compare positions, never NULL: comparing names with three-valued logic
 * takes four times as long for ten levels of twenty variables.
 */
export function customAnswer(answers: Answers, rule: CustomVariableRule): CustomAnswer {
  const layer = 2 * levelsOf(rule)
  // Sorted, so that variables of the same sources share the column.
  const missing = rule.sources
    .map((source) => isMissingSource(answers, source))
    .toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
  const isMissing = answers.column(sql`(${join(missing, ' AND ')})`, layer - 1)
  const table = tablePlace(answers, rule, layer - 1)
  const place =
    table === null
      ? sql`${placeByDefinitions(answers, rule)} ELSE ${UNPLACED_SQL}`
      : sql`ELSE coalesce(${table}, ${UNPLACED_SQL})`
  const column = answers.column(sql`CASE WHEN ${isMissing} THEN ${UNPLACED_SQL} ${place} END`, layer)
  return { isMissing, place: column, isUnplaced: sql`(${column} = ${UNPLACED_SQL})` }
}

/** For each value, whether its definition holds for an individual. */
export function definitionConditions(answers: Answers, rule: CustomVariableRule): Sql[] {
  const layer = 2 * levelsOf(rule)
  const table = tablePlace(answers, rule, layer - 1)
  return rule.values.map(({ criteria }, place) =>
    answers.column(
      table === null ? holds(criteria, answers, 'surely', layer - 1) : sql`(${table} = ${literal(place)})`,
      layer,
    ),
  )
}

/** The first matching definition gives the value; the default applies if every definition is false. */
function placeByDefinitions(answers: Answers, rule: CustomVariableRule): Sql {
  const layer = 2 * levelsOf(rule) - 1
  const each = (how: Certainty) => rule.values.map(({ criteria }) => holds(criteria, answers, how, layer))
  const branches = join(
    each('surely').map((condition, place) => sql`WHEN ${condition} THEN ${literal(place)}`),
    ' ',
  )
  const defaultPlace = rule.values.findIndex(({ name }) => name === rule.defaultValue)
  if (defaultPlace === -1) return branches
  return sql`${branches} WHEN NOT (${join(each('possibly'), ' OR ')}) THEN ${literal(defaultPlace)}`
}

/** Names of the values: NULL if every source is missing, [UNK] if the value is undetermined. */
export function customValue(answers: Answers, rule: CustomVariableRule): Sql {
  const { isMissing } = answers.customOf(rule)
  const known = sql`coalesce(${nameOf(answers, rule)}, ${literal(UNKNOWN_VALUE)})`
  return answers.column(sql`CASE WHEN NOT ${isMissing} THEN ${known} END`, 2 * levelsOf(rule) + 1)
}

/** The answer to a custom variable as any other: its values are the codes of a categorical variable. */
export function answerToCustom(answers: Answers, rule: CustomVariable): Answer {
  // Lazy: most statements read neither, and each adds a column.
  const value = once(() => customValue(answers, rule))
  const known = once(() => answers.column(nameOf(answers, rule), 2 * levelsOf(rule) + 1))
  return {
    dataType: rule.dataType,
    possibleValues: rule.possibleValues,
    hasValue: sql`(NOT ${answers.customOf(rule).isMissing})`,
    hasRecord: hasAnyRecord(answers, rule),
    interval: null,
    get value() {
      return value()
    },
    get known() {
      return known()
    },
  }
}

/** Whether a record of any source's form exists. */
export function hasAnyRecord(answers: Answers, rule: CustomVariableRule): Sql {
  const records = baseVariablesOf(rule).map((variable) => answers.answerTo(variable).hasRecord)
  return sql`(${join([...new Map(records.map((record) => [record.key, record])).values()], ' OR ')})`
}

function once(make: () => Sql): () => Sql {
  let made: Sql | null = null
  return () => (made ??= make())
}

function nameOf(answers: Answers, rule: CustomVariableRule): Sql {
  return sql`list_extract(${rule.possibleValues}, ${answers.customOf(rule).place} + 1)`
}

function isMissingSource(answers: Answers, variable: AnyVariable): Sql {
  return isCustom(variable) ? answers.customOf(variable).isUnplaced : sql`${answers.answerTo(variable).known} IS NULL`
}

/** Whether an unknown outcome counts as false ("surely") or as true ("possibly"). */
type Certainty = 'surely' | 'possibly'

/** Three-valued (Kleene) logic as two Boolean conditions: AND and OR keep to either reading. */
function holds({ relationship, parts }: Criteria<AnyVariable>, answers: Answers, how: Certainty, layer: number): Sql {
  if (parts.length === 0) return sql`FALSE`
  const conditions = parts.map((part) =>
    isCriteria(part) ? holds(part, answers, how, layer) : criterionHolds(part, answers, how, layer),
  )
  return sql`(${join(conditions, ` ${relationship} `)})`
}

function criterionHolds(
  { variable, condition }: Criterion<AnyVariable>,
  answers: Answers,
  how: Certainty,
  layer: number,
): Sql {
  if (!isCustom(variable)) {
    const outcome = answers.conditionColumn(variable, condition, layer)
    return how === 'surely' ? outcome : sql`coalesce(${outcome}, TRUE)`
  }
  if (condition.operator === 'EXISTS') return answers.column(hasAnyRecord(answers, variable), 1)
  const { place } = answers.customOf(variable)
  return placeHolds(place, variable.possibleValues, condition, how)
}

/** Above this number of values, one list lookup is faster than a comparison for each. */
const COMPARED_ONE_BY_ONE = 4

/** The position of a name that is not a value. */
const NOWHERE = -2

/** Whether a condition on a custom variable holds, by the place of its value: TRUE or FALSE. */
function placeHolds(
  place: Sql,
  values: readonly string[],
  { operator, values: wanted }: Condition,
  how: Certainty,
): Sql {
  const isUnknown = sql`${place} = ${UNPLACED_SQL}`
  const placeOf = (name: string) => (values.includes(name) ? values.indexOf(name) : NOWHERE)
  const isAnyOf = (names: readonly string[]) => {
    const places = new Set([...names.map(placeOf), ...(how === 'possibly' ? [UNPLACED] : [])])
    if (places.size <= COMPARED_ONE_BY_ONE) {
      const comparisons = [...places].map((one) => sql`${place} = ${literal(one)}`)
      return sql`(${join(comparisons, ' OR ')})`
    }
    const flags = Array.from({ length: values.length - UNPLACED }, (_, at) => (places.has(at + UNPLACED) ? '1' : '0'))
    return sql`(list_extract(${flags}, ${place} + ${literal(1 - UNPLACED)}) = '1')`
  }
  switch (operator) {
    case 'VALID':
      return sql`(NOT ${isUnknown})`
    case 'EQ':
      return wanted[0] === UNKNOWN_VALUE ? sql`(${isUnknown})` : isAnyOf(wanted)
    case 'ANYOF':
      return isAnyOf(wanted)
    case 'NEQ': {
      const isOther = sql`${place} <> ${literal(placeOf(wanted[0] ?? ''))}`
      return how === 'surely' ? sql`(${isOther} AND NOT ${isUnknown})` : sql`(${isOther})`
    }
    default:
      throw new Error(`No place is compared by ${operator}.`)
  }
}

/**
 * The position of the value by a lookup table of two variables, indexed by the positions of both answers; NULL for a
 * cell without a value, null if the rule is no such table. A condition for each cell would be slow.
 */
function tablePlace(answers: Answers, rule: CustomVariableRule, layer: number): Sql | null {
  const [first, second] = rule.sources
  if (rule.variableType !== 'merge' || !first || !second) return null
  const given = new Map<string, string>()
  const cells: Cell[] = []
  for (const [place, { criteria }] of rule.values.entries()) {
    const own = criteria.parts.length === 0 ? [] : cellsOfCriteria(criteria, first, second)
    if (!own) return null
    cells.push(...own)
    for (const cell of own) given.set(keyOf(cell), given.get(keyOf(cell)) ?? String(place))
  }
  const rows = codesOf(cells.map((cell) => cell.first))
  const columns = codesOf(cells.map((cell) => cell.second))
  const places = rows.flatMap((a) => columns.map((b) => given.get(keyOf({ first: a, second: b })) ?? ''))
  const placeIn = (variable: AnyVariable, codes: readonly string[]) => {
    const ofMissing = literal(codes.length)
    if (isCustom(variable)) {
      const { place } = answers.customOf(variable)
      const places = variable.possibleValues.map((value) => String(codes.indexOf(value) + 1 || ''))
      return sql`CASE WHEN ${place} < 0 THEN ${ofMissing} ELSE CAST(nullif(list_extract(${places}, ${place} + 1), '') AS INTEGER) END`
    }
    const { known } = answers.answerTo(variable)
    return sql`CASE WHEN ${known} IS NULL THEN ${ofMissing} ELSE nullif(list_position(${codes}, ${known}), 0) END`
  }
  const at = sql`(${placeIn(first, rows)} - 1) * ${literal(columns.length)} + ${placeIn(second, columns)}`
  return answers.column(sql`CAST(nullif(list_extract(${places}, ${at}), '') AS INTEGER)`, layer)
}

/** Codes in table order, [UNK] last: the position of a missing answer. */
function codesOf(codes: readonly string[]): readonly string[] {
  return [...new Set(codes.filter((code) => code !== UNKNOWN_VALUE)), UNKNOWN_VALUE]
}

function keyOf({ first, second }: Cell): string {
  return JSON.stringify([first, second])
}
