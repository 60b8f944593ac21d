import * as v from 'valibot'
import { isPersonal } from '#domain/data-types.ts'
import { ROOT_COHORT_ID, TOP_ANSWERS_SHOWN } from '#domain/limits.ts'
import { eachCode, namedValue, valueText } from '#server/engine/conditions/shown-value.ts'
import { Answers, type Population } from '#server/engine/sources/answers.ts'
import type { AnswerCounts } from '#server/model/catalog.ts'
import { countsReadableOnly } from '#server/model/user.ts'
import { isCustom, type AnyVariable } from '#server/model/variable.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { loadOn } from '#server/platform/db/scope.ts'
import { literal, raw, sql } from '#server/platform/db/sql.ts'

/** Counts of a variable in a cohort; counts that do not depend on the user are cached. */
export type TopAnswers = (
  connection: Connection,
  population: Population,
  variable: AnyVariable,
) => Promise<AnswerCounts>

/** Caches the counts of All Individuals, which do not depend on the user. */
export function createTopAnswers(): TopAnswers {
  const cache = new Map<string, Promise<AnswerCounts>>()
  return (connection, population, variable) => {
    const isShared =
      variable.variableType === 'variable' &&
      population.cohortId === ROOT_COHORT_ID &&
      population.part === undefined &&
      !countsReadableOnly(population.reader) &&
      !isPersonal(variable.dataType)
    if (!isShared) return countTopAnswers(connection, population, variable, TOP_ANSWERS_SHOWN)
    const known = cache.get(variable.name)
    if (known) return known
    const counts = loadOn(connection, (leased) => countTopAnswers(leased, population, variable, TOP_ANSWERS_SHOWN))
    cache.set(variable.name, counts)
    counts.catch(() => cache.delete(variable.name))
    return counts
  }
}

const Row = v.object({ value: v.nullable(v.string()), count: v.number(), observations: v.number() })

/** The most frequent answers, at most `most`; several codes count separately. */
export async function countTopAnswers(
  connection: Connection,
  population: Population,
  variable: AnyVariable,
  most: number,
): Promise<AnswerCounts> {
  const { dialect } = connection
  const answers = new Answers(dialect, population)
  const answer = answers.answerTo(variable)
  const named = namedValue(answer, answer.value, population.reader)
  const single = eachCode(answer.dataType, sql`named`)
  const isGiven = isCustom(variable) ? dialect.pinned(answer.hasValue) : answer.hasValue
  const rows = await rowsOf(
    connection,
    Row,
    sql`${answers.tables}, asked AS ${raw(isCustom(variable) ? dialect.costly : 'NOT MATERIALIZED')} (
      SELECT ${named} AS named, ${answer.hasValue} AS has_value, ${isGiven} AS is_given FROM person
    ), counted AS (
      SELECT value, CAST(count(*) AS INTEGER) AS count
      FROM (SELECT ${single} AS value FROM asked WHERE is_given) given
      GROUP BY value
    ), total AS (SELECT CAST(count(*) FILTER (WHERE has_value) AS INTEGER) AS observations FROM asked)
    SELECT ${valueText(answer.dataType, sql`value`)} AS value, count, observations
    FROM counted, total ORDER BY count DESC, counted.value LIMIT ${literal(most)}`,
  )
  return {
    observations: rows[0]?.observations ?? 0,
    topAnswers: rows.map(({ value, count }) => [value, count]),
  }
}
