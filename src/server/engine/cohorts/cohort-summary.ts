import type { CountRow } from '#contract/shapes.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import type { CountAnswers } from '#server/engine/sources/count-answers.ts'
import { countRow, namedValue } from '#server/engine/counts/count-rows.ts'
import { valueText } from '#server/engine/conditions/value-text.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** The members of a cohort, counted by where they belong and, where it was made by a variable, by their answers. */
export async function countMembers(
  connection: Connection,
  count: CountAnswers,
  cohort: Population,
  variable: AnyVariable | null,
): Promise<CountRow[]> {
  const rows = await count.byOrigin(connection, cohort, variable, (answers) => {
    if (!variable) {
      return `${answers.tables()} SELECT 0 AS state, NULL AS value, origin_no, ${answers.people} AS count
        FROM person GROUP BY origin_no ORDER BY origin_no`
    }
    const answer = answers.answerTo(variable)
    const value = namedValue(answer, answer.value, cohort.reader, answers.parameters)
    return `${answers.tables()}, counted AS (
        SELECT ${value} AS value, origin_no, ${answers.people} AS count FROM person GROUP BY 1, 2
      )
      SELECT 0 AS state, ${valueText(answer.dataType, 'value')} AS value, origin_no, count
      FROM counted ORDER BY counted.value NULLS LAST, origin_no`
  })
  return rows.map(countRow)
}
