import type { Condition } from '#domain/conditions/constraint.ts'
import { isCategory, isFlag } from '#domain/data-types.ts'
import {
  COMPARISON_SIGNS,
  leastItems,
  type Counting,
  type Elapsed,
  type Formula,
  type Summary,
  type Test,
} from '#domain/scores/formula.ts'
import { NUMERIC_CODE, SCORE_NUMBER_MAX } from '#domain/scores/score-problem.ts'
import { conditionSql } from '#server/engine/conditions/comparison.ts'
import type { Answers } from '#server/engine/sources/answers.ts'
import { hasPlaces, type AnyVariable } from '#server/model/variable.ts'
import { EMPTY, join, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

type Variable = AnyVariable

/**
 * A formula in SQL: a number, NULL if unknown (semantics, "Scores"). Answers become columns of the given layer,
 * so that repeated parts stay short.
 */
export function scoreSql(formula: Formula<Variable>, answers: Answers, layer: number): Sql {
  const write = (part: Formula<Variable>): Sql => {
    switch (part.kind) {
      case 'number':
        return numberSql(part.value)
      case 'variable':
        return numberOf(part.variable, answers, layer)
      case 'negative':
        return sql`(- ${write(part.operand)})`
      case 'arithmetic': {
        const right = write(part.right)
        return sql`(${write(part.left)} ${raw(part.sign)} ${part.sign === '/' ? sql`nullif(${right}, 0)` : right})`
      }
      case 'summary':
        return summarySql(part, part.items.map(write))
      case 'count':
        return countSql(part, answers, layer)
      case 'elapsed':
        return elapsedSql(part, answers)
      case 'choice':
        return sql`(CASE ${testSql(part.test, answers, layer, write)} WHEN TRUE THEN ${write(part.whenTrue)} WHEN FALSE THEN ${write(part.whenFalse)} END)`
    }
  }
  return write(formula)
}

function numberSql(value: number): Sql {
  return sql`CAST(${literal(String(value))} AS FLOAT8)`
}

/** An answer as a number; a code that is no number is unknown, and so is a number that products may not hold. */
function numberOf(variable: Variable, answers: Answers, layer: number): Sql {
  const { known, dataType } = answers.answerTo(variable)
  const number = isCategory(dataType)
    ? sql`CASE WHEN ${answers.dialect.matches(known, NUMERIC_CODE)} THEN CAST(${known} AS FLOAT8) END`
    : sql`CASE WHEN ${known} = 0 OR abs(${known}) BETWEEN ${numberSql(1 / SCORE_NUMBER_MAX)} AND ${numberSql(SCORE_NUMBER_MAX)} THEN ${known} END`
  return columnOf(variable, number, answers, layer)
}

/** The names of a custom variable's values are columns of the same layer, so their numbers cannot be. */
function columnOf(variable: Variable, expression: Sql, answers: Answers, layer: number): Sql {
  return hasPlaces(variable) ? sql`(${expression})` : answers.column(expression, layer)
}

/** Lists are flat: a sum of two hundred terms in a chain takes seconds to plan. */
function listOf(items: readonly Sql[]): Sql {
  return sql`CAST(ARRAY[${join(items)}] AS FLOAT8[])`
}

function summarySql({ name, least }: Summary<Variable>, items: readonly Sql[]): Sql {
  const list = listOf(items)
  const known = sql`list_count(${list})`
  const value = {
    SUM: () => sql`list_sum(${list})${least === null ? EMPTY : sql` * ${numberSql(items.length)} / ${known}`}`,
    MEAN: () => sql`list_avg(${list})`,
    MIN: () => sql`list_min(${list})`,
    MAX: () => sql`list_max(${list})`,
  }[name]()
  return sql`(CASE WHEN ${known} >= ${literal(leastItems(least, items.length))} THEN ${value} END)`
}

function countSql({ variables, condition, least }: Counting<Variable>, answers: Answers, layer: number): Sql {
  const list = listOf(
    variables.map((variable) => {
      const outcome = outcomeOf(variable, condition, answers, layer)
      return sql`CASE ${outcome} WHEN TRUE THEN 1 WHEN FALSE THEN 0 END`
    }),
  )
  return sql`(CASE WHEN list_count(${list}) >= ${literal(leastItems(least, variables.length))} THEN list_sum(${list}) END)`
}

/** A box that is not ticked does not match where the form was received. */
function outcomeOf(variable: Variable, condition: Condition, answers: Answers, layer: number): Sql {
  const answer = answers.answerTo(variable)
  const outcome = conditionSql(answer, condition, answers.dialect)
  const decided = isFlag(answer.dataType)
    ? sql`CASE WHEN ${answer.hasRecord} THEN coalesce(${outcome}, FALSE) END`
    : outcome
  return columnOf(variable, decided, answers, layer)
}

function testSql(test: Test<Variable>, answers: Answers, layer: number, write: (part: Formula<Variable>) => Sql): Sql {
  return test.kind === 'condition'
    ? outcomeOf(test.variable, test.condition, answers, layer)
    : sql`(${write(test.left)} ${raw(COMPARISON_SIGNS[test.comparison])} ${write(test.right)})`
}

/** Equal for the longest and the shortest time between the possible days, else unknown. */
function elapsedSql({ unit, from, to }: Elapsed<Variable>, answers: Answers): Sql {
  const [begin, end] = [from, to].map((variable) => answers.answerTo(variable).interval)
  if (!begin || !end) throw new Error('Only dates have a time between them.')
  const between = unit === 'YEARS' ? completedYears : days
  const shortest = between(begin.last, end.first)
  return sql`(CASE WHEN ${shortest} = ${between(begin.first, end.last)} THEN CAST(${shortest} AS FLOAT8) END)`
}

function days(from: Sql, to: Sql): Sql {
  return sql`(${to} - ${from})`
}

function completedYears(from: Sql, to: Sql): Sql {
  const part = (name: string, date: Sql) => sql`extract(${raw(name)} FROM ${date})`
  const dayOfYear = (date: Sql) => sql`(${part('month', date)} * 100 + ${part('day', date)})`
  return sql`(${part('year', to)} - ${part('year', from)} - CASE WHEN ${dayOfYear(to)} < ${dayOfYear(from)} THEN 1 ELSE 0 END)`
}
