import * as v from 'valibot'
import { isPersonal } from '#domain/data-types.ts'
import { isSmall } from '#domain/hidden-cells.ts'
import { ROOT_COHORT_ID, TOP_ANSWERS_SHOWN } from '#domain/limits.ts'
import type { AnyVariable } from '#server/catalog/variable.ts'
import { Answers, type Population } from '#server/queries/answers.ts'
import { isClosed, shownCounts } from '#server/queries/closed.ts'
import { namedValue } from '#server/queries/count-rows.ts'
import { valueText } from '#server/queries/value-text.ts'
import { rowsOf, type Connection } from '#server/storage/database.ts'

/** How many answered, and what most of them did. */
export interface AnswerCounts {
  readonly observations: number
  readonly topAnswers: [value: string | null, count: number | null][]
}

/** Counts of a variable in a cohort; those that are the same for everybody are kept. */
export type TopAnswers = (
  connection: Connection,
  population: Population,
  variable: AnyVariable,
) => Promise<AnswerCounts>

export function createTopAnswers(minimumCell: number): TopAnswers {
  const kept = new Map<string, Promise<AnswerCounts>>()
  return (connection, population, variable) => {
    const isShared =
      variable.variableType === 'variable' &&
      population.cohortId === ROOT_COHORT_ID &&
      minimumCell <= 1 &&
      !isPersonal(variable.dataType)
    if (!isShared) return countAnswers(connection, population, variable, minimumCell)
    const known = kept.get(variable.name)
    if (known) return known
    const counts = countAnswers(connection, population, variable, minimumCell)
    kept.set(variable.name, counts)
    counts.catch(() => kept.delete(variable.name))
    return counts
  }
}

const Row = v.object({
  value: v.nullable(v.string()),
  count: v.number(),
  closed: v.number(),
  observations: v.number(),
  closed_observations: v.number(),
  closed_people: v.number(),
})

async function countAnswers(
  connection: Connection,
  population: Population,
  variable: AnyVariable,
  minimumCell: number,
): Promise<AnswerCounts> {
  const answers = new Answers(population)
  const answer = answers.answerTo(variable)
  const named = namedValue(answer, answer.value, population.reader, answers.parameters)
  // Of several codes each counts by itself.
  const single = answer.dataType === 'multicategory' ? `unnest(string_split(${named}, ';'))` : named
  const isHidden = isClosed({ reader: population.reader, minimumCell }, answers.parameters)
  const rows = await rowsOf(
    connection,
    Row,
    `${answers.tables()}, counted AS (
      SELECT value, CAST(count(*) AS INTEGER) AS count, CAST(count(*) FILTER (is_closed) AS INTEGER) AS closed
      FROM (SELECT ${single} AS value, ${isHidden} AS is_closed FROM person WHERE ${answer.value} IS NOT NULL)
      GROUP BY value
    ), everybody AS (
      SELECT CAST(count(${answer.value}) AS INTEGER) AS observations,
        CAST(count(${answer.value}) FILTER (${isHidden}) AS INTEGER) AS closed_observations,
        CAST(count(*) FILTER (${isHidden}) AS INTEGER) AS closed_people
      FROM person
    )
    SELECT ${valueText(answer.dataType, 'value')} AS value, count, closed, everybody.*
    FROM counted, everybody ORDER BY count DESC, counted.value ${minimumCell > 1 ? '' : `LIMIT ${TOP_ANSWERS_SHOWN}`}`,
    answers.parameters.values,
  )
  return shownAnswers(rows, minimumCell)
}

/** Where few people would be told of whom the reader may not read, only those whom they may read are counted. */
function shownAnswers(rows: readonly v.InferOutput<typeof Row>[], minimumCell: number): AnswerCounts {
  const [first] = rows
  if (!first) return { observations: 0, topAnswers: [] }
  const { observations, closed_observations, closed_people } = first
  const missing = { count: 0, closed: closed_people - closed_observations }
  const [rest = null, ...counts] = shownCounts([missing, ...rows], minimumCell)
  const isTelling = rest === null || isSmall(closed_observations, minimumCell)
  return {
    observations: isTelling ? observations - closed_observations : observations,
    topAnswers: rows
      .map((row, place): [string | null, number | null] => [row.value, counts[place] ?? null])
      .slice(0, TOP_ANSWERS_SHOWN),
  }
}
