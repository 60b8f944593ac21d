import * as v from 'valibot'
import type { Overlap } from '#contract/shapes-of-extensions.ts'
import { isClosed, shownCounts, type Discretion } from '#server/queries/closed.ts'
import { isMember } from '#server/queries/members.ts'
import { rowsOf, type Connection } from '#server/storage/database.ts'
import { Parameters } from '#server/storage/parameters.ts'

const Row = v.object({ held: v.array(v.boolean()), count: v.number(), closed: v.number() })

/** Counts each person that is in any of the cohorts once, by exactly which of them. */
export async function readOverlap(
  connection: Connection,
  cohortIds: readonly number[],
  discretion: Discretion,
): Promise<Overlap[]> {
  const parameters = new Parameters()
  const held = cohortIds.map((cohortId) => isMember(cohortId, 'i', parameters) ?? 'TRUE')
  const rows = await rowsOf(
    connection,
    Row,
    `SELECT held, CAST(count(*) AS INTEGER) AS count, CAST(count(*) FILTER (is_closed) AS INTEGER) AS closed
     FROM (SELECT [${held.join(', ')}] AS held, ${isClosed(discretion, parameters)} AS is_closed FROM individual i)
     GROUP BY held ORDER BY held DESC`,
    parameters.values,
  )
  const counts = shownCounts(rows, discretion.minimumCell)
  return rows
    .map((row, place) => ({
      members: cohortIds.filter((_, at) => row.held[at]),
      count: counts[place] ?? null,
    }))
    .filter(({ members }) => members.length > 0)
}
