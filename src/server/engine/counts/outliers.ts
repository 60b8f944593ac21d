import * as v from 'valibot'
import type { FiveNumbers } from '#server/engine/counts/number-summary.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import type { ReadAnswers } from '#server/engine/sources/count-answers.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { literal, sql, type Sql } from '#server/platform/db/sql.ts'

/** The distance of the fences from the quartiles in interquartile ranges (Tukey's box plot). */
const FENCE_RANGES = 1.5
const OUTLIERS_NAMED = 10

export interface Outliers {
  /** The least and the greatest answer within the fences. */
  readonly whiskers: [number, number] | null
  readonly below: number
  readonly above: number
  /** The outliers farthest from the median, each with its number of individuals. */
  readonly values: [value: number, count: number][]
}

const Row = v.object({
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
  const rows = await read(connection, { ...population, part: 'readable' }, Row, (answers) => {
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

/** As text: DuckDB would bind a whole number as an integer, which overflows at 1e20. */
function numberSql(number: number): Sql {
  return sql`CAST(${String(number)} AS FLOAT8)`
}
