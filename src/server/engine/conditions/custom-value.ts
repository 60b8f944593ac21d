import { isCriteria, type Criteria, type Criterion } from '#domain/conditions/criteria.ts'
import { cellsOfCriteria, type Cell } from '#domain/custom-variables/combine-table.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import type { Formula } from '#domain/scores/formula.ts'
import {
  bitAt,
  placesLayer,
  placesOf,
  placeTests,
  UNPLACED,
  type Certainty,
  type PlaceTest,
  type PlaceWord,
} from '#server/engine/conditions/place-sets.ts'
import { scoreSql } from '#server/engine/conditions/score-value.ts'
import type { Answer, Answers } from '#server/engine/sources/answers.ts'
import { baseVariablesOf, levelsOf } from '#server/model/nesting.ts'
import {
  hasPlaces,
  isCustom,
  type AnyVariable,
  type CustomVariable,
  type CustomVariableRule,
} from '#server/model/variable.ts'
import { EMPTY, join, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/** Columns of a custom variable, computed from those of its sources. */
export interface CustomAnswer {
  /** Whether every source is missing. */
  readonly isMissing: Sql
  /** The index of the value in the rule's list, or UNPLACED. */
  readonly place: Sql
  /** Whether no value is known: [UNK], or every source is missing. */
  readonly isUnplaced: Sql
}

const UNPLACED_SQL = literal(UNPLACED)

/** The layers of a rule's columns: what is read of its sources, its places, and the names of its values. */
function layersOf(rule: CustomVariableRule) {
  const places = placesLayer(levelsOf(rule))
  return { outcomes: places - 1, places, names: places + 1 }
}

/**
 * A custom variable in SQL (semantics, "Custom variables"): a column of its own layer, evaluated once for all
 * conditions of the layers above. Conditions compare positions, never NULL: comparing names with three-valued logic
 * takes four times as long for ten levels of twenty variables.
 */
export function customAnswer(answers: Answers, rule: CustomVariableRule): CustomAnswer {
  addWordsBelow(answers, rule)
  const { outcomes, places } = layersOf(rule)
  const table = tablePlace(answers, rule, outcomes)
  const place = answers.column(
    table === null
      ? placeByDefinitions(answers, rule, literal)
      : sql`CASE WHEN ${isMissing(answers, rule)} THEN ${UNPLACED_SQL} ELSE coalesce(${table}, ${UNPLACED_SQL}) END`,
    places,
  )
  return { isMissing: isMissing(answers, rule), place, isUnplaced: sql`(${place} = ${UNPLACED_SQL})` }
}

function addWordsBelow(answers: Answers, rule: CustomVariableRule): void {
  answers.placeWords.addBelow(answers, rule, (variable, first) => placeBits(answers, variable, first))
}

/** The columns of a stored table of words: a column for each, and whether a record of any variable's form exists. */
export function storedColumns(words: readonly PlaceWord[]): readonly string[] {
  return [...words.map((_, nth) => `w${nth}`), 'has_record']
}

/** The rows of such a table. */
export function storedRows(answers: Answers, words: readonly PlaceWord[]): Sql {
  const variables = words.flatMap((firsts) => [...firsts.keys()])
  for (const variable of variables) addWordsBelow(answers, variable)
  const expressions = [
    ...words.map((firsts) =>
      join(
        [...firsts].map(([variable, first]) => placeBits(answers, variable, first)),
        ' | ',
      ),
    ),
    join(
      variables.map((variable) => hasAnyRecord(answers, variable)),
      ' OR ',
    ),
  ]
  const columns = storedColumns(words).map((name, nth) => sql`(${expressions[nth] ?? EMPTY}) AS ${raw(name)}`)
  return sql`${answers.tables} SELECT ${join(columns)} FROM person ORDER BY individual_no`
}

/** The bit of an individual's place in a word. */
function placeBits(answers: Answers, variable: CustomVariable, first: number): Sql {
  if (variable.variableType !== 'merge') {
    return placeByDefinitions(answers, variable, (place) => raw(`CAST(${bitAt(first, place)} AS BIGINT)`))
  }
  return sql`(CAST(1 AS BIGINT) << (${answers.customOf(variable).place} + ${literal(first - UNPLACED)}))`
}

/** A column: whether every source is missing. */
function isMissing(answers: Answers, rule: CustomVariableRule): Sql {
  const custom = rule.sources.filter(hasPlaces).map((variable) => ({ variable, places: ONLY_UNPLACED }))
  const catalogSources = rule.sources.filter((source) => !hasPlaces(source))
  const missing = [...catalogSources.map((source) => isUnknown(answers, source)), ...placeTests(answers, 'AND', custom)]
  // Sorted, so that variables of the same sources share the column.
  const sorted = missing.toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
  return answers.column(sql`(${join(sorted, ' AND ')})`, layersOf(rule).outcomes)
}

/** Whether the answer of an individual is unknown; of a custom variable: it has no value. */
export function isUnknown(answers: Answers, variable: AnyVariable): Sql {
  return hasPlaces(variable)
    ? sql`(${join(placeTests(answers, 'AND', [{ variable, places: ONLY_UNPLACED }]))})`
    : sql`${answers.answerTo(variable).known} IS NULL`
}

/** For each value, whether its definition holds for an individual. */
export function definitionConditions(answers: Answers, rule: CustomVariableRule): Sql[] {
  const { outcomes, places } = layersOf(rule)
  const table = tablePlace(answers, rule, outcomes)
  return rule.values.map(({ criteria }, place) =>
    answers.column(
      table === null ? holds(criteria, answers, rule, 'surely') : sql`(${table} = ${literal(place)})`,
      places,
    ),
  )
}

/** The first matching definition gives the value; the default applies if every definition is false. */
function placeByDefinitions(answers: Answers, rule: CustomVariableRule, write: (place: number) => Sql): Sql {
  const each = (how: Certainty) => rule.values.map(({ criteria }) => holds(criteria, answers, rule, how))
  const branches = each('surely').map((condition, place) => sql`WHEN ${condition} THEN ${write(place)}`)
  const defaultPlace = rule.values.findIndex(({ name }) => name === rule.defaultValue)
  if (defaultPlace !== -1) {
    branches.push(sql`WHEN NOT (${join(each('possibly'), ' OR ')}) THEN ${write(defaultPlace)}`)
  }
  return sql`CASE WHEN ${isMissing(answers, rule)} THEN ${write(UNPLACED)} ${join(branches, ' ')} ELSE ${write(UNPLACED)} END`
}

/** Names of the values: NULL if every source is missing, [UNK] if the value is undetermined. */
export function customValue(answers: Answers, rule: CustomVariableRule): Sql {
  const { isMissing } = answers.customOf(rule)
  const known = sql`coalesce(${nameOf(answers, rule)}, ${literal(UNKNOWN_VALUE)})`
  return answers.column(sql`CASE WHEN NOT ${isMissing} THEN ${known} END`, layersOf(rule).names)
}

/** The answer to a custom variable as any other: its values are the codes of a categorical variable, a score is a number. */
export function answerToCustom(answers: Answers, rule: CustomVariable): Answer {
  if (rule.formula) return answerOfScore(answers, rule, rule.formula)
  // Lazy: most statements read one of them, and each adds columns.
  const value = once(() => customValue(answers, rule))
  const record = once(() => hasAnyRecord(answers, rule))
  const known = once(() => answers.column(nameOf(answers, rule), layersOf(rule).names))
  return {
    dataType: rule.dataType,
    possibleValues: rule.possibleValues,
    hasValue: sql`(NOT ${answers.customOf(rule).isMissing})`,
    interval: null,
    get hasRecord() {
      return record()
    },
    get value() {
      return value()
    },
    get known() {
      return known()
    },
  }
}

function answerOfScore(answers: Answers, rule: CustomVariable, formula: Formula<AnyVariable>): Answer {
  const { outcomes, places } = layersOf(rule)
  const score = scoreSql(formula, answers, outcomes)
  const value = answers.column(sql`CASE WHEN ${answers.isReadable} THEN ${score} END`, places)
  const record = once(() => hasAnyRecord(answers, rule))
  return {
    dataType: rule.dataType,
    possibleValues: [],
    value,
    known: value,
    hasValue: sql`(${value} IS NOT NULL)`,
    interval: null,
    usedWhere: answers.isReadable,
    get hasRecord() {
      return record()
    },
  }
}

/** Whether a record of any source's form exists. */
export function hasAnyRecord(answers: Answers, rule: CustomVariableRule): Sql {
  const stored = answers.placeWords.recordOf(rule)
  const sources = stored ? rule.sources.filter((source) => !hasPlaces(source)) : baseVariablesOf(rule)
  const records = sources.map((variable) => answers.answerTo(variable).hasRecord)
  if (stored) records.push(stored)
  return sql`(${join([...new Map(records.map((record) => [record.key, record])).values()], ' OR ')})`
}

function once(make: () => Sql): () => Sql {
  let made: Sql | null = null
  return () => (made ??= make())
}

function nameOf(answers: Answers, rule: CustomVariableRule): Sql {
  return sql`list_extract(${rule.possibleValues}, ${answers.customOf(rule).place} + 1)`
}

const ONLY_UNPLACED: ReadonlySet<number> = new Set([UNPLACED])

/** Three-valued (Kleene) logic as two Boolean conditions: AND and OR keep to either reading. */
function holds(
  { relationship, parts }: Criteria<AnyVariable>,
  answers: Answers,
  rule: CustomVariableRule,
  how: Certainty,
): Sql {
  if (parts.length === 0) return sql`FALSE`
  const conditions: Sql[] = []
  const tests: PlaceTest[] = []
  for (const part of parts) {
    if (isCriteria(part)) conditions.push(holds(part, answers, rule, how))
    else if (hasPlaces(part.variable) && part.condition.operator !== 'EXISTS') {
      tests.push({ variable: part.variable, places: placesOf(part.variable, part.condition, how) })
    } else conditions.push(criterionHolds(part, answers, rule, how))
  }
  return sql`(${join([...conditions, ...placeTests(answers, relationship, tests)], ` ${relationship} `)})`
}

function criterionHolds(
  { variable, condition }: Criterion<AnyVariable>,
  answers: Answers,
  rule: CustomVariableRule,
  how: Certainty,
): Sql {
  // Whether a record exists is never unknown.
  if (condition.operator === 'EXISTS' && isCustom(variable)) return answers.column(hasAnyRecord(answers, variable), 1)
  const outcome = answers.conditionColumn(variable, condition, layersOf(rule).outcomes)
  return how === 'surely' ? outcome : sql`coalesce(${outcome}, TRUE)`
}

/**
 * The position of the value by a lookup table of two variables, indexed by the positions of both answers; NULL for a
 * cell without a value, null if the rule is no such table. A condition for each cell would be slow.
 */
function tablePlace(answers: Answers, rule: CustomVariableRule, layer: number): Sql | null {
  const [first, second] = rule.sources
  if (rule.variableType !== 'merge' || !first || !second) return null
  const placeByCell = new Map<string, string>()
  const cells: Cell[] = []
  for (const [place, { criteria }] of rule.values.entries()) {
    const cellsOfValue = criteria.parts.length === 0 ? [] : cellsOfCriteria(criteria, first, second)
    if (!cellsOfValue) return null
    cells.push(...cellsOfValue)
    for (const cell of cellsOfValue) placeByCell.set(keyOf(cell), placeByCell.get(keyOf(cell)) ?? String(place))
  }
  const rows = codesOf(cells.map((cell) => cell.first))
  const columns = codesOf(cells.map((cell) => cell.second))
  const places = rows.flatMap((a) => columns.map((b) => placeByCell.get(keyOf({ first: a, second: b })) ?? ''))
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
  const cellIndex = sql`(${placeIn(first, rows)} - 1) * ${literal(columns.length)} + ${placeIn(second, columns)}`
  return answers.column(sql`CAST(nullif(list_extract(${places}, ${cellIndex}), '') AS INTEGER)`, layer)
}

/** Codes in table order, [UNK] last: the position of a missing answer. */
function codesOf(codes: readonly string[]): readonly string[] {
  return [...new Set(codes.filter((code) => code !== UNKNOWN_VALUE)), UNKNOWN_VALUE]
}

function keyOf({ first, second }: Cell): string {
  return JSON.stringify([first, second])
}
