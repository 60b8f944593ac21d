import * as v from 'valibot'
import type { TwoVariables } from '#contract/against.ts'
import type { CrossTabulationQuery } from '#server/engine/counts/cross-tabulation.ts'
import type { ReadAnswers } from '#server/engine/sources/count-answers.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

const Point = v.object({ x: v.number(), y: v.number(), individuals: v.number() })

/**
 * The pairs of answers to two numbers, of readable individuals only. In the order of the answers: the order of the rows
 * would be the order of the individuals.
 */
export async function readPoints(
  connection: Connection,
  read: ReadAnswers,
  { variables: [first, second], cohortId, reader }: CrossTabulationQuery,
): Promise<NonNullable<TwoVariables['points']>> {
  const rows = await read(connection, { cohortId, reader, part: 'readable' }, Point, (answers) => {
    const [x, y] = [answers.answerTo(first).known, answers.answerTo(second).known]
    return sql`${answers.tables}, pairs AS (SELECT ${x} AS x, ${y} AS y FROM person)
      SELECT x, y, CAST(count(*) AS INTEGER) AS individuals FROM pairs
      WHERE x IS NOT NULL AND y IS NOT NULL GROUP BY x, y ORDER BY x, y`
  })
  return rows.map(({ x, y, individuals }) => [x, y, individuals])
}
