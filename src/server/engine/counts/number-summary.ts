import * as v from 'valibot'
import type { AnyVariable } from '#server/model/variable.ts'
import type { Answer, Answers, Population } from '#server/engine/sources/answers.ts'
import type { ReadAnswers } from '#server/engine/sources/count-answers.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { EMPTY, join, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

export interface NumberSummaryQuery extends Pick<Population, 'cohortId' | 'reader'> {
  readonly variable: AnyVariable
  /** The number of an answer; default: its value, which must be a number then. */
  readonly numberOf?: (answer: Answer) => Sql
  /** An expression over `person`; several codes (`eachCode`) put an individual into several groups. Default: one group. */
  readonly groupBy?: (answers: Answers) => Sql
}

/** Least, lower quartile, median, upper quartile, greatest; quartiles are interpolated (type 7, the default of R). */
export type FiveNumbers = readonly [number, number, number, number, number]

export interface NumberSummary {
  /** Number of answers. */
  readonly n: number
  /** Null without answers, and for numbers above `SQUARE_MAX`. */
  readonly mean: number | null
  /** Standard deviation of the sample (n - 1); also null for a single answer. */
  readonly sd: number | null
  readonly quantiles: FiveNumbers | null
}

export interface GroupSummary extends NumberSummary {
  /** Null: individuals without a group, or no grouping. */
  readonly group: string | null
}

const Row = v.object({
  group_value: v.nullable(v.string()),
  n: v.number(),
  mean: v.nullable(v.number()),
  sd: v.nullable(v.number()),
  quantiles: v.nullable(v.array(v.nullable(v.number()))),
})

const QUARTERS = [0, 0.25, 0.5, 0.75, 1]

/** The databases refuse a sum of squares of larger numbers. */
const SQUARE_MAX = '1e150'

const NO_ANSWERS: GroupSummary = { group: null, n: 0, mean: null, sd: null, quantiles: null }

/**
 * The summary of each group, by the readable answers only: numbers of few unreadable individuals would disclose
 * single answers. A group is an answer of others or a stratum; groups without any answer have n = 0. `read` needs a row
 * for each individual (`CountAnswers.rows`), not an aggregate.
 */
export async function summarizeGroups(
  connection: Connection,
  read: ReadAnswers,
  { variable, numberOf, groupBy, cohortId, reader }: NumberSummaryQuery,
): Promise<GroupSummary[]> {
  const rows = await read(connection, { cohortId, reader, part: 'readable' }, Row, (answers) => {
    const answer = answers.answerTo(variable)
    const number = numberOf ? numberOf(answer) : answer.value
    const group = groupBy ? groupBy(answers) : sql`NULL`
    const quantiles = QUARTERS.map((part) => sql`percentile_cont(${literal(part)}) WITHIN GROUP (ORDER BY given)`)
    const isSmall = sql`abs(given) <= ${raw(SQUARE_MAX)}`
    const small = sql`CASE WHEN ${isSmall} THEN given END`
    const ifSmall = (moment: Sql) => sql`CASE WHEN bool_and(${isSmall}) THEN ${moment} END`
    return sql`${answers.tables}, summarized AS (
        SELECT ${number} AS given, CAST(${group} AS TEXT) AS group_value FROM person
      )
      SELECT ${groupBy ? sql`group_value` : sql`CAST(NULL AS TEXT)`} AS group_value, CAST(count(given) AS INTEGER) AS n,
        ${ifSmall(sql`avg(${small})`)} AS mean, ${ifSmall(sql`stddev_samp(${small})`)} AS sd,
        ARRAY[${join(quantiles)}] AS quantiles
      FROM summarized ${groupBy ? sql`GROUP BY group_value ORDER BY group_value NULLS LAST` : EMPTY}`
  })
  return rows.map(({ group_value: group, n, mean, sd, quantiles }) => {
    return { group, n, mean, sd, quantiles: fiveNumbers(quantiles) }
  })
}

/** The summary of all readable answers. */
export async function summarizeNumbers(
  connection: Connection,
  read: ReadAnswers,
  query: Omit<NumberSummaryQuery, 'groupBy'>,
): Promise<NumberSummary> {
  const [summary = NO_ANSWERS] = await summarizeGroups(connection, read, query)
  const { n, mean, sd, quantiles } = summary
  return { n, mean, sd, quantiles }
}

function fiveNumbers(quantiles: readonly (number | null)[] | null): FiveNumbers | null {
  const [least, lower, median, upper, greatest] = quantiles ?? []
  return least == null || lower == null || median == null || upper == null || greatest == null
    ? null
    : [least, lower, median, upper, greatest]
}
