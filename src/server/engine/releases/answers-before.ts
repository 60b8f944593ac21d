import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { join, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

const Name = v.object({ variable_name: v.string() })

/** The variables of the list whose answers later releases corrected. */
export async function correctedSince(
  connection: Connection,
  releaseNo: number,
  names: readonly string[],
): Promise<string[]> {
  const rows = await rowsOf(
    connection,
    Name,
    sql`SELECT DISTINCT variable_name FROM answer_before WHERE release_no > ${releaseNo}
        AND list_contains(CAST(${names} AS VARCHAR[]), variable_name)`,
  )
  return rows.map(({ variable_name }) => variable_name)
}

/**
 * A query: a row for each individual with answers that later releases corrected, with two columns for each variable, by
 * its position in the list: whether the answer was corrected (`had0`), and the answer before as text (`before0`).
 */
export function answersBefore(corrected: readonly string[], releaseNo: number): Sql {
  const columns = corrected.map((name, place) => {
    const isOwn = sql`variable_name = ${literal(name)}`
    return sql`, bool_or(${isOwn}) AS ${raw(`had${place}`)}, max(CASE WHEN ${isOwn} THEN answer END) AS ${raw(`before${place}`)}`
  })
  return sql`SELECT individual_no${join(columns, '')}
    FROM (
      SELECT individual_no, variable_name, answer,
        row_number() OVER (PARTITION BY variable_name, individual_no ORDER BY release_no) AS place
      FROM answer_before
      WHERE release_no > ${literal(releaseNo)} AND variable_name IN (${join(corrected.map(literal))})
    ) earliest
    WHERE place = 1 GROUP BY individual_no`
}
