import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { Parameters } from '#server/platform/db/parameters.ts'

const Named = v.object({ cohortid: v.number(), name: v.string() })

/** The names of cohorts of any user, by id; of those that there are. */
export async function readCohortNames(
  connection: Connection,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const texts = [...new Set(ids)].map(String)
  if (texts.length === 0) return new Map()
  const { isAmong, values } = new Parameters(connection)
  const rows = await rowsOf(
    connection,
    Named,
    `SELECT cohortid, name FROM cohort WHERE ${isAmong('CAST(cohortid AS VARCHAR)', texts)}`,
    values,
  )
  return new Map(rows.map(({ cohortid, name }) => [cohortid, name]))
}
