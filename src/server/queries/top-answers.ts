import * as v from 'valibot'
import { isPersonal } from '#domain/data-types.ts'
import { isSmall } from '#domain/hidden-cells.ts'
import { ROOT_COHORT_ID, TOP_ANSWERS_SHOWN } from '#domain/limits.ts'
import { isCustom, type AnyVariable } from '#server/catalog/variable.ts'
import { Answers, type Population } from '#server/queries/answers.ts'
import {
  ClosedByCollection,
  closedCollection,
  closedCounts,
  isDiscreet,
  shownCounts,
  type Discretion,
} from '#server/queries/closed.ts'
import { namedValue } from '#server/queries/count-rows.ts'
import { restsOf } from '#server/queries/rests.ts'
import { valueText } from '#server/queries/value-text.ts'
import { forOthersToo } from '#server/storage/connection-pool.ts'
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

/** Keeps the counts of all individuals, which are the same for everybody as long as nothing is hidden. */
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
    const counts = forOthersToo(connection, () => countAnswers(connection, population, variable, minimumCell))
    kept.set(variable.name, counts)
    counts.catch(() => kept.delete(variable.name))
    return counts
  }
}

const Row = v.object({
  value: v.nullable(v.string()),
  count: v.number(),
  closed: ClosedByCollection,
  observations: v.number(),
  closed_observations: ClosedByCollection,
  closed_people: ClosedByCollection,
})
type Row = v.InferOutput<typeof Row>

async function countAnswers(
  connection: Connection,
  population: Population,
  variable: AnyVariable,
  minimumCell: number,
): Promise<AnswerCounts> {
  const discretion = { reader: population.reader, minimumCell }
  const rows = await readAnswers(connection, population, variable, discretion)
  const rests = isDiscreet(discretion) ? await restsOf(connection, population.cohortId) : []
  const around: Row[][] = []
  for (const rest of rests) {
    around.push(await readAnswers(connection, { ...rest, reader: population.reader }, variable, discretion))
  }
  return shownAnswers(rows, around, minimumCell)
}

function readAnswers(
  connection: Connection,
  population: Population,
  variable: AnyVariable,
  discretion: Discretion,
): Promise<Row[]> {
  const answers = new Answers(connection, population)
  const answer = answers.answerTo(variable)
  const named = namedValue(answer, answer.value, population.reader, answers.parameters)
  // Of several codes each counts by itself.
  const single = answer.dataType === 'multicategory' ? `unnest(string_to_array(named, ';'))` : 'named'
  const closed = closedCollection(discretion, answers.parameters)
  const isGiven = isCustom(variable) ? connection.dialect.pinned(answer.hasValue) : answer.hasValue
  return rowsOf(
    connection,
    Row,
    `${answers.tables()}, asked AS ${isCustom(variable) ? connection.dialect.costly : 'NOT MATERIALIZED'} (
      SELECT ${named} AS named, ${answer.hasValue} AS has_value, ${isGiven} AS is_given, ${closed} AS closed_in FROM person
    ), counted AS (
      SELECT value, CAST(count(*) AS INTEGER) AS count, ${closedCounts(answers.parameters, discretion, 'closed_in')} AS closed
      FROM (SELECT ${single} AS value, closed_in FROM asked WHERE is_given) given
      GROUP BY value
    ), everybody AS (
      SELECT CAST(count(*) FILTER (WHERE has_value) AS INTEGER) AS observations,
        ${closedCounts(answers.parameters, discretion, 'closed_in', 'has_value')} AS closed_observations,
        ${closedCounts(answers.parameters, discretion, 'closed_in')} AS closed_people
      FROM asked
    )
    SELECT ${valueText(answer.dataType, 'value')} AS value, count, closed, everybody.*
    FROM counted, everybody ORDER BY count DESC, counted.value
    ${discretion.minimumCell > 1 ? '' : `LIMIT ${TOP_ANSWERS_SHOWN}`}`,
    answers.parameters.values,
  )
}

/** Where few people of a collection would be told of whom the reader may not read, those of it are not counted. */
function shownAnswers(rows: readonly Row[], around: readonly Row[][], minimumCell: number): AnswerCounts {
  const [first] = rows
  if (!first) return { observations: 0, topAnswers: [] }
  const { observations, closed_observations, closed_people } = first
  const missing = { count: 0, closed: difference(closed_people, closed_observations) }
  const isMissingSmall = isAnySmall(missing.closed, minimumCell)
  const areRestsSmall = rows.map(({ value }) =>
    around.some((rest) => rest.some((row) => row.value === value && isAnySmall(row.closed, minimumCell))),
  )
  const counts = shownCounts(rows, minimumCell, areRestsSmall)
  const [, ...beside] = isMissingSmall ? shownCounts([missing, ...rows], minimumCell, [false, ...areRestsSmall]) : []
  const unseen = [...closed_observations].filter(
    ([collection, count]) =>
      isAnySmall(
        new Map([
          ['answered', count],
          ['missing', missing.closed.get(collection) ?? 0],
        ]),
        minimumCell,
      ) || around.some(([rest]) => isSmall(rest?.closed_observations.get(collection) ?? 0, minimumCell)),
  )
  return {
    observations: unseen.reduce((rest, [, count]) => rest - count, observations),
    topAnswers: rows
      .map((row, place): [string | null, number | null] => [
        row.value,
        beside[place] === null ? null : (counts[place] ?? null),
      ])
      .slice(0, TOP_ANSWERS_SHOWN),
  }
}

function difference(all: ClosedByCollection, part: ClosedByCollection): ClosedByCollection {
  return new Map([...all].map(([collection, count]) => [collection, count - (part.get(collection) ?? 0)]))
}

function isAnySmall(counts: ClosedByCollection, minimumCell: number): boolean {
  return [...counts.values()].some((count) => isSmall(count, minimumCell))
}
