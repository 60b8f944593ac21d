import * as v from 'valibot'
import type { Overlap } from '#contract/shapes/shapes-of-extensions.ts'
import type { Reader } from '#domain/access.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import type { ReadAnswers } from '#server/engine/sources/count-answers.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { join, sql } from '#server/platform/db/sql.ts'

const Row = v.object({ held: v.array(v.boolean()), count: v.number() })

export interface OverlapQuery extends Pick<Population, 'part'> {
  readonly cohortIds: readonly number[]
  readonly reader: Reader
}

/** Counts each individual of any of the cohorts once, by the exact combination of cohorts. */
export async function readOverlap(
  connection: Connection,
  read: ReadAnswers,
  { cohortIds, ...asked }: OverlapQuery,
): Promise<Overlap[]> {
  const rows = await read(connection, { cohortId: ROOT_COHORT_ID, ...asked }, Row, (answers) => {
    const held = cohortIds.map((cohortId) => answers.isMember(cohortId))
    return sql`${answers.tables}
      SELECT held, CAST(count(*) AS INTEGER) AS count
      FROM (SELECT ARRAY[${join(held)}] AS held FROM person) memberships
      GROUP BY held ORDER BY held DESC`
  })
  return rows
    .map(({ held, count }) => ({ members: cohortIds.filter((_, at) => held[at]), count, left_out: [] }))
    .filter(({ members }) => members.length > 0)
}
