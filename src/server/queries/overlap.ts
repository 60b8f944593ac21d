import * as v from 'valibot'
import type { Overlap } from '#contract/shapes-of-extensions.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { isClosed, shownCounts, type Discretion } from '#server/queries/closed.ts'
import type { CountAnswers } from '#server/queries/count-answers.ts'
import type { Connection } from '#server/storage/database.ts'

const Row = v.object({ held: v.array(v.boolean()), count: v.number(), closed: v.number() })

/** Counts each person that is in any of the cohorts once, by exactly which of them. */
export async function readOverlap(
  connection: Connection,
  count: CountAnswers,
  cohortIds: readonly number[],
  discretion: Discretion,
): Promise<Overlap[]> {
  const everybody = { cohortId: ROOT_COHORT_ID, reader: discretion.reader }
  const rows = await count.rows(connection, everybody, Row, (answers) => {
    const held = cohortIds.map((cohortId) => answers.isMember(cohortId))
    const isHidden = isClosed(discretion, answers.parameters)
    return `${answers.tables()}
      SELECT held, CAST(count(*) AS INTEGER) AS count, CAST(count(*) FILTER (is_closed) AS INTEGER) AS closed
      FROM (SELECT [${held.join(', ')}] AS held, ${isHidden} AS is_closed FROM person)
      GROUP BY held ORDER BY held DESC`
  })
  const counts = shownCounts(rows, discretion.minimumCell)
  return rows
    .map((row, place) => ({
      members: cohortIds.filter((_, at) => row.held[at]),
      count: counts[place] ?? null,
    }))
    .filter(({ members }) => members.length > 0)
}
