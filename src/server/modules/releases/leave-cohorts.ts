import * as v from 'valibot'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { identifier, literal, sql, type Sql } from '#server/platform/db/sql.ts'
import { collectionsOf } from '#server/store/cohorts/cohorts.ts'

/** Saved cohorts, and those of the trash. */
const TABLES = ['cohort', 'deleted_cohort'] as const
const Id = v.object({ cohortid: v.number() })

/**
 * Deletes the memberships of individuals, which disclose answers. The cohorts keep their recorded sizes, and
 * the withdrawn are counted. `no`: the release that is made; `leaving`: a query with the numbers of the individuals.
 */
export async function leaveCohorts(connection: Connection, no: number, leaving: Sql): Promise<void> {
  const left: { readonly table: (typeof TABLES)[number]; readonly cohortId: number }[] = []
  for (const table of TABLES) {
    const rows = await rowsOf(
      connection,
      Id,
      sql`SELECT DISTINCT cohortid FROM ${identifier(table)} JOIN cohort_member USING (cohortid)
        WHERE individual_no IN (${leaving})`,
    )
    left.push(...rows.map(({ cohortid }) => ({ table, cohortId: cohortid })))
    await countWithdrawn(connection, table, no, leaving)
  }
  await connection.run(sql`DELETE FROM cohort_member WHERE individual_no IN (${leaving})`)
  for (const { table, cohortId } of left) {
    const collections = await collectionsOf(connection, cohortId)
    await connection.run(
      sql`UPDATE ${identifier(table)} SET collections = CAST(${collections} AS VARCHAR[]) WHERE cohortid = ${cohortId}`,
    )
  }
}

async function countWithdrawn(connection: Connection, table: string, no: number, leaving: Sql): Promise<void> {
  await connection.run(
    sql`INSERT INTO cohort_withdrawal
      SELECT ${literal(no)}, m.cohortid, CAST(count(*) AS INTEGER),
        CAST(count(*) FILTER (WHERE c.parent_id = ${literal(ROOT_COHORT_ID)} OR p.individual_no IS NOT NULL) AS INTEGER)
      FROM cohort_member m JOIN ${identifier(table)} c ON c.cohortid = m.cohortid
        LEFT JOIN cohort_member p ON p.cohortid = c.parent_id AND p.individual_no = m.individual_no
      WHERE m.individual_no IN (${leaving}) GROUP BY m.cohortid`,
  )
}
