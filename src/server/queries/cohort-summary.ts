import * as v from 'valibot'
import type { CountRow } from '#contract/shapes.ts'
import type { AnyVariable } from '#server/catalog/variable.ts'
import { Answers, type Population } from '#server/queries/answers.ts'
import { countRow, CountRowColumns, namedValue } from '#server/queries/count-rows.ts'
import { valueText } from '#server/queries/value-text.ts'
import { rowsOf, type Connection } from '#server/storage/database.ts'

/** The members of a cohort, counted by where they belong and, where it was made by a variable, by their answers. */
export async function countMembers(
  connection: Connection,
  cohort: Population,
  variable: AnyVariable | null,
): Promise<CountRow[]> {
  const answers = new Answers(cohort)
  const answer = variable ? answers.answerTo(variable) : null
  const value = answer ? namedValue(answer, answer.value, cohort.reader, answers.parameters) : 'NULL'
  const shown = answer ? valueText(answer.dataType, 'value') : 'NULL'
  const rows = await rowsOf(
    connection,
    v.object(CountRowColumns),
    `${answers.tables()}, counted AS (
      SELECT ${value} AS value, collection, consent, study_id, dx_nimh, CAST(count(*) AS INTEGER) AS count
      FROM person GROUP BY 1, 2, 3, 4, 5
    )
    SELECT ${shown} AS value, collection, consent, study_id, dx_nimh, count
    FROM counted ORDER BY counted.value NULLS LAST, collection, study_id, consent, dx_nimh`,
    answers.parameters.values,
  )
  return rows.map(countRow)
}
