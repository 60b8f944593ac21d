import { isCriteria, type Criteria, type Criterion } from '#domain/criteria.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { baseVariablesOf, levelsOf } from '#server/model/nesting.ts'
import { isCustom, type AnyVariable, type CustomVariable, type CustomVariableRule } from '#server/model/variable.ts'
import type { Answer, Answers } from '#server/engine/sources/answers.ts'
import { placeHolds } from '#server/engine/conditions/place-holds.ts'
import { tablePlace } from '#server/engine/conditions/table-place.ts'

/** The columns of a custom variable, worked out of those of its sources. */
export interface CustomAnswer {
  /** Whether every source is missing. */
  readonly isMissing: string
  /** The place of the value in the rule's list, or UNPLACED. */
  readonly place: string
  /** Whether no value is known: [UNK], or every source is missing. */
  readonly isUnplaced: string
}

/** The place of a person for whom no value is known. */
const UNPLACED = -1

/**
 * A custom variable in SQL (semantics, "Custom variables"): a column of a layer of its own, evaluated once however many
 * conditions of the layers above use it. Those compare places, never NULL: with the values' names, and TRUE, FALSE and
 * NULL, ten levels of twenty variables take four times as long.
 */
export function customAnswer(answers: Answers, rule: CustomVariableRule): CustomAnswer {
  const layer = 2 * levelsOf(rule)
  // Sorted, so that variables of the same sources share the column.
  const missing = rule.sources.map((source) => missingOf(answers, source)).toSorted()
  const isMissing = answers.column(`(${missing.join(' AND ')})`, layer - 1)
  const table = tablePlace(answers, rule, layer - 1)
  const place =
    table === null ? `${placeByDefinitions(answers, rule)} ELSE ${UNPLACED}` : `ELSE coalesce(${table}, ${UNPLACED})`
  const column = answers.column(`CASE WHEN ${isMissing} THEN ${UNPLACED} ${place} END`, layer)
  return { isMissing, place: column, isUnplaced: `(${column} = ${UNPLACED})` }
}

/** For each value, whether its definition is true of a person. */
export function definitionTruths(answers: Answers, rule: CustomVariableRule): string[] {
  const layer = 2 * levelsOf(rule)
  const table = tablePlace(answers, rule, layer - 1)
  return rule.values.map(({ criteria }, place) =>
    answers.column(table === null ? holds(criteria, answers, 'surely', layer - 1) : `(${table} = ${place})`, layer),
  )
}

/** Values are tried in their order; the default takes those for whom every definition is false. */
function placeByDefinitions(answers: Answers, rule: CustomVariableRule): string {
  const layer = 2 * levelsOf(rule) - 1
  const each = (how: Certainty) => rule.values.map(({ criteria }) => holds(criteria, answers, how, layer))
  const branches = each('surely').map((truth, place) => `WHEN ${truth} THEN ${place}`)
  const defaultPlace = rule.values.findIndex(({ name }) => name === rule.defaultValue)
  if (defaultPlace === -1) return branches.join(' ')
  return `${branches.join(' ')} WHEN NOT (${each('possibly').join(' OR ')}) THEN ${defaultPlace}`
}

/** The values' names: NULL where every source is missing, and [UNK] where it is not known which. */
export function customValue(answers: Answers, rule: CustomVariableRule): string {
  const { isMissing } = answers.customOf(rule)
  const known = `coalesce(${nameOf(answers, rule)}, '${UNKNOWN_VALUE}')`
  return answers.column(`CASE WHEN NOT ${isMissing} THEN ${known} END`, 2 * levelsOf(rule) + 1)
}

/** The answer to a custom variable as any other: its values are the codes of a categorical variable. */
export function answerToCustom(answers: Answers, rule: CustomVariable): Answer {
  // Made when asked for: many statements need none of them.
  const value = once(() => customValue(answers, rule))
  const known = once(() => answers.column(nameOf(answers, rule), 2 * levelsOf(rule) + 1))
  return {
    dataType: rule.dataType,
    possibleValues: rule.possibleValues,
    hasValue: `(NOT ${answers.customOf(rule).isMissing})`,
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

/** Whether a form of any source was given. */
export function hasAnyRecord(answers: Answers, rule: CustomVariableRule): string {
  const records = baseVariablesOf(rule).map((variable) => answers.answerTo(variable).hasRecord)
  return `(${[...new Set(records)].join(' OR ')})`
}

function once(make: () => string): () => string {
  let made: string | null = null
  return () => (made ??= make())
}

function nameOf(answers: Answers, rule: CustomVariableRule): string {
  return `list_extract(${answers.parameters.bindList(rule.possibleValues)}, ${answers.customOf(rule).place} + 1)`
}

function missingOf(answers: Answers, variable: AnyVariable): string {
  return isCustom(variable) ? answers.customOf(variable).isUnplaced : `${answers.answerTo(variable).known} IS NULL`
}

/** Whether what is not known counts as false, or as true. */
type Certainty = 'surely' | 'possibly'

/** Of truths with an unknown one (Kleene) two without: AND and OR of conditions keep to either reading. */
function holds(
  { relationship, parts }: Criteria<AnyVariable>,
  answers: Answers,
  how: Certainty,
  layer: number,
): string {
  if (parts.length === 0) return 'FALSE'
  const truths = parts.map((part) =>
    isCriteria(part) ? holds(part, answers, how, layer) : criterionHolds(part, answers, how, layer),
  )
  return `(${truths.join(` ${relationship} `)})`
}

function criterionHolds(
  { variable, condition }: Criterion<AnyVariable>,
  answers: Answers,
  how: Certainty,
  layer: number,
): string {
  if (!isCustom(variable)) {
    const truth = answers.truthColumn(variable, condition, layer)
    return how === 'surely' ? truth : `coalesce(${truth}, TRUE)`
  }
  if (condition.operator === 'EXISTS') return answers.column(hasAnyRecord(answers, variable), 1)
  const { place } = answers.customOf(variable)
  return placeHolds({ place, values: variable.possibleValues, unplaced: UNPLACED }, condition, how, answers.parameters)
}
