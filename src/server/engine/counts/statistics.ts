import * as v from 'valibot'
import type { Statistics } from '#server/model/statistics.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'

const Study = v.object({
  collection: v.string(),
  study_id: v.string(),
  individuals: v.number(),
  placeholders: v.number(),
})
const Forms = v.object({ forms: v.number() })

/** Numbers of individuals, forms, studies and collections (spec section 2, dashboard). */
export async function readStatistics(connection: Connection): Promise<Statistics> {
  const studies = await rowsOf(
    connection,
    Study,
    `SELECT collection, study_id, CAST(count(*) AS INTEGER) AS individuals,
       CAST(count(*) FILTER (WHERE is_placeholder) AS INTEGER) AS placeholders FROM individual
     GROUP BY collection, study_id ORDER BY collection`,
  )
  const [counted] = await rowsOf(
    connection,
    Forms,
    `SELECT CAST(count(DISTINCT instrument) AS INTEGER) AS forms FROM form`,
  )
  return {
    individuals: studies.reduce((sum, { individuals }) => sum + individuals, 0),
    placeholders: studies.reduce((sum, { placeholders }) => sum + placeholders, 0),
    forms: counted?.forms ?? 0,
    studies: new Set(studies.map(({ study_id }) => study_id)).size,
    collectionCodes: [...new Set(studies.map(({ collection }) => collection))],
  }
}
