import { isCriteria, type Criteria } from '#domain/criteria.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import type { AnyVariable, CustomVariableRule } from '#server/catalog/variable.ts'
import type { Answer, Answers } from '#server/queries/answers.ts'
import { truthOf } from '#server/queries/comparison.ts'
import { tableTruths } from '#server/queries/table-truths.ts'

/** The expressions of a custom variable, over those of its sources. */
export interface CustomAnswer {
  /** Whether each value's definition holds: TRUE, FALSE or NULL. */
  readonly truths: readonly string[]
  /** Whether every source is missing. */
  readonly isMissing: string
  /** A value's name, [UNK], or NULL where every source is missing. */
  readonly value: string
}

/**
 * A custom variable in SQL (semantics, "Custom variables"). Definitions and value are columns of layers of their own,
 * so that what is nested or needed twice is worked out once.
 */
export function customAnswer(answers: Answers, rule: CustomVariableRule): CustomAnswer {
  const { bind } = answers.parameters
  const depth = depthOf(rule)
  const isMissing = rule.sources.map((source) => `${answers.answerTo(source).known} IS NULL`).join(' AND ')
  const truths =
    tableTruths(answers, rule, 2 * depth - 1) ??
    rule.values.map(({ criteria }) => answers.column(criteriaTruth(criteria, answers), 2 * depth - 1))
  const branches = rule.values.map(({ name }, place) => `WHEN ${truths[place]} THEN ${bind(name)}`)
  // Here none is true, so all of them joined by OR are unknown where one of them is.
  const fallback =
    rule.defaultValue === null ? '' : `WHEN (${truths.join(' OR ')}) IS NOT NULL THEN ${bind(rule.defaultValue)}`
  const value = answers.column(
    `CASE WHEN ${isMissing} THEN NULL ${branches.join(' ')} ${fallback} ELSE '${UNKNOWN_VALUE}' END`,
    2 * depth,
  )
  return { truths, isMissing: `(${isMissing})`, value }
}

/** The answer to a custom variable as any other: its values are the codes of a categorical variable. */
export function answerToCustom(answers: Answers, rule: CustomVariableRule): Answer {
  const { value } = customAnswer(answers, rule)
  const known = `nullif(${value}, '${UNKNOWN_VALUE}')`
  return {
    dataType: rule.dataType,
    possibleValues: rule.possibleValues,
    value,
    known,
    hasRecord: hasAnyRecord(answers, rule),
    interval: null,
  }
}

/** Whether a form of any source was given. */
export function hasAnyRecord(answers: Answers, rule: CustomVariableRule): string {
  return `(${[...new Set(rule.sources.map((source) => answers.answerTo(source).hasRecord))].join(' OR ')})`
}

function criteriaTruth({ relationship, parts }: Criteria<AnyVariable>, answers: Answers): string {
  if (parts.length === 0) return 'FALSE'
  const truths = parts.map((part) =>
    isCriteria(part)
      ? criteriaTruth(part, answers)
      : truthOf(answers.answerTo(part.variable), part.condition, answers.parameters),
  )
  return `(${truths.join(` ${relationship} `)})`
}

function depthOf(variable: AnyVariable | CustomVariableRule): number {
  return variable.variableType === 'variable' ? 0 : 1 + Math.max(0, ...variable.sources.map(depthOf))
}
