import type { CountRow } from '#contract/shapes/shapes.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import type { CountAnswers, StratumCount } from '#server/engine/sources/count-answers.ts'
import { namedValue, valueText } from '#server/engine/conditions/shown-value.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** The members of a cohort by stratum and, where a variable defines the cohort, by answer. */
export async function countMembers(
  connection: Connection,
  count: CountAnswers,
  cohort: Population,
  variable: AnyVariable | null,
): Promise<CountRow[]> {
  const rows = await count.byStratum(connection, cohort, variable, (answers) => {
    if (!variable) {
      return sql`${answers.tables} SELECT 0 AS state, NULL AS value, origin_no, ${answers.individuals} AS count
        FROM person GROUP BY origin_no ORDER BY origin_no`
    }
    const answer = answers.answerTo(variable)
    const value = namedValue(answer, answer.value, cohort.reader)
    return sql`${answers.tables}, counted AS (
        SELECT ${value} AS value, origin_no, ${answers.individuals} AS count FROM person GROUP BY 1, 2
      )
      SELECT 0 AS state, ${valueText(answer.dataType, sql`value`)} AS value, origin_no, count
      FROM counted ORDER BY counted.value NULLS LAST, origin_no`
  })
  return rows.map(countRow)
}

/** A row of counts in the API's format. */
export function countRow({ count, value, stratum }: StratumCount): CountRow {
  const { collection, consent, study_id, dx_nimh } = stratum
  return { count, value, collection, consent: consent ?? '', study_id, dx_nimh: dx_nimh ?? '', hidden: false }
}
