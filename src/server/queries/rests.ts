import * as v from 'valibot'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { Members } from '#server/queries/members.ts'
import { rowsOf, type Connection } from '#server/storage/database.ts'

const Parents = v.object({ parent_id: v.number(), secondparent_id: v.nullable(v.number()) })

/** Those who are not in a cohort: of everybody, and of the cohorts that it was made from. */
export async function restsOf(connection: Connection, cohortId: number): Promise<Members[]> {
  if (cohortId === ROOT_COHORT_ID) return []
  const rows = await rowsOf(connection, Parents, `SELECT parent_id, secondparent_id FROM cohort WHERE cohortid = $1`, [
    cohortId,
  ])
  const around = new Set([
    ROOT_COHORT_ID,
    ...rows.flatMap((row) => [row.parent_id, row.secondparent_id ?? row.parent_id]),
  ])
  return [...around].map((id) => ({ cohortId: id, combined: { operation: 'SUBTRACT', cohortId } }))
}
