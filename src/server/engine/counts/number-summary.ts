import * as v from 'valibot'
import type { Answer, Population } from '#server/engine/sources/answers.ts'
import type { ReadAnswers } from '#server/engine/sources/count-answers.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { raw, sql, type Sql, literal } from '#server/platform/db/sql.ts'

/** The distance of the fences from the quartiles in interquartile ranges (Tukey's box plot). */
const FENCE_RANGES = 1.5
const OUTLIERS_NAMED = 10

interface Outliers {
  /** The least and the greatest answer within the fences. */
  readonly whiskers: [number, number] | null
  readonly below: number
  readonly above: number
  /** The outliers farthest from the median, each with its number of individuals. */
  readonly values: [value: number, count: number][]
}

const OutlierRow = v.object({
  value: v.nullable(v.number()),
  /** Below the fences -1, within 0, above 1; null for one of the farthest outliers. */
  side: v.nullable(v.number()),
  individuals: v.number(),
  least: v.nullable(v.number()),
  greatest: v.nullable(v.number()),
})

/** Readable answers beyond the fences. `read` needs a row for each individual (`CountAnswers.rows`). */
export async function readOutliers(
  connection: Connection,
  read: ReadAnswers,
  variable: AnyVariable,
  population: Pick<Population, 'cohortId' | 'reader'>,
  [, lower, median, upper]: FiveNumbers,
): Promise<Outliers> {
  const reach = FENCE_RANGES * (upper - lower)
  const rows = await read(connection, { ...population, part: 'readable' }, OutlierRow, (answers) => {
    const { value } = answers.answerTo(variable)
    const side = sql`CASE WHEN ${value} < ${numberSql(lower - reach)} THEN -1
      WHEN ${value} > ${numberSql(upper + reach)} THEN 1 ELSE 0 END`
    return sql`${answers.tables}, fenced AS (
        SELECT ${value} AS given, ${side} AS side FROM person WHERE ${value} IS NOT NULL
      ), farthest AS (
        SELECT given, CAST(count(*) AS INTEGER) AS individuals FROM fenced WHERE side <> 0
        GROUP BY given ORDER BY abs(given - ${numberSql(median)}) DESC, given LIMIT ${literal(OUTLIERS_NAMED)}
      )
      SELECT CAST(NULL AS FLOAT8) AS value, side, CAST(count(*) AS INTEGER) AS individuals,
        min(given) AS least, max(given) AS greatest FROM fenced GROUP BY side
      UNION ALL SELECT given, NULL, individuals, NULL, NULL FROM farthest`
  })
  const bySide = new Map(rows.map((row) => [row.side, row]))
  const within = bySide.get(0)
  const values = rows.flatMap(({ value, individuals }): [number, number][] =>
    value === null ? [] : [[value, individuals]],
  )
  return {
    whiskers: within?.least == null || within.greatest === null ? null : [within.least, within.greatest],
    below: bySide.get(-1)?.individuals ?? 0,
    above: bySide.get(1)?.individuals ?? 0,
    values: values.toSorted(([one], [other]) => one - other),
  }
}

/** A literal: DuckDB would bind a whole number as an integer, which overflows at 1e20. */
function numberSql(number: number): Sql {
  return sql`CAST(${String(number)} AS FLOAT8)`
}

export interface NumberSummaryQuery extends Pick<Population, 'cohortId' | 'reader'> {
  readonly variable: AnyVariable
  /** The number of an answer; default: its value, which must be a number then. */
  readonly numberOf?: (answer: Answer) => Sql
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

const Row = v.object({
  n: v.number(),
  mean: v.nullable(v.number()),
  sd: v.nullable(v.number()),
  least: v.nullable(v.number()),
  quartiles: v.nullable(v.array(v.nullable(v.number()))),
  greatest: v.nullable(v.number()),
})

/** One sort for all three: an aggregate for each takes twice the time. */
const QUARTILES = sql`percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY given)`

/** The databases refuse a sum of squares of larger numbers. */
export const SQUARE_MAX = '1e150'

/**
 * The summary of the readable answers only: numbers of few unreadable individuals would disclose single answers. `read`
 * needs a row for each individual (`CountAnswers.rows`), not an aggregate.
 */
export async function summarizeNumbers(
  connection: Connection,
  read: ReadAnswers,
  { variable, numberOf, cohortId, reader }: NumberSummaryQuery,
): Promise<NumberSummary> {
  const [row] = await read(connection, { cohortId, reader, part: 'readable' }, Row, (answers) => {
    const answer = answers.answerTo(variable)
    const number = numberOf ? numberOf(answer) : answer.value
    const isSmall = sql`abs(given) <= ${raw(SQUARE_MAX)}`
    const small = sql`CASE WHEN ${isSmall} THEN given END`
    const ifSmall = (moment: Sql) => sql`CASE WHEN bool_and(${isSmall}) THEN ${moment} END`
    return sql`${answers.tables}, summarized AS (SELECT ${number} AS given FROM person)
      SELECT CAST(count(given) AS INTEGER) AS n,
        ${ifSmall(sql`avg(${small})`)} AS mean, ${ifSmall(sql`stddev_samp(${small})`)} AS sd,
        min(given) AS least, ${QUARTILES} AS quartiles, max(given) AS greatest
      FROM summarized`
  })
  return {
    n: row?.n ?? 0,
    mean: row?.mean ?? null,
    sd: row?.sd ?? null,
    quantiles: row ? fiveNumbers(row) : null,
  }
}

function fiveNumbers({ least, quartiles, greatest }: v.InferOutput<typeof Row>): FiveNumbers | null {
  const [lower, median, upper] = quartiles ?? []
  return least == null || lower == null || median == null || upper == null || greatest == null
    ? null
    : [least, lower, median, upper, greatest]
}
