import * as v from 'valibot'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { CohortRow, type CohortColumns, type SavedCohort } from '#server/model/cohort.ts'
import type { User } from '#server/model/user.ts'
import { readAnswersVersion } from '#server/platform/db/data-version.ts'
import { preparedRowsOf, rowsOf, type Connection } from '#server/platform/db/database.ts'
import { join, raw, sql } from '#server/platform/db/sql.ts'
import { notFound } from '#server/platform/http/refusal.ts'

const CohortId = v.object({ cohortid: v.number() })
/** Columns that are not those of the table. */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  counted_at: 'CAST(epoch_ms(counted_at) AS FLOAT8)',
  withdrawn: 'coalesce(withdrawn_members, 0)',
  withdrawn_kept: 'coalesce(withdrawn_shared, 0)',
}
const COLUMNS = Object.keys(CohortRow.entries).map((name) => `${EXPRESSIONS[name] ?? name} AS ${name}`)
const cohortsIn = (
  table: 'cohort' | 'deleted_cohort',
) => sql`SELECT ${raw(COLUMNS.join(', '))} FROM ${raw(table)} LEFT JOIN (
    SELECT cohortid AS of_cohort, CAST(sum(members) AS INTEGER) AS withdrawn_members,
      CAST(sum(kept) AS INTEGER) AS withdrawn_shared
    FROM cohort_withdrawal GROUP BY cohortid
  ) withdrawals ON of_cohort = cohortid`
const COHORTS = cohortsIn('cohort')

/** Ordered oldest first. */
export function cohortsOf(connection: Connection, accountId: number): Promise<SavedCohort[]> {
  return rowsOf(connection, CohortRow, sql`${COHORTS} WHERE account_id = ${accountId} ORDER BY cohortid`)
}

/** Those in the trash. */
export function deletedCohortsOf(connection: Connection, accountId: number): Promise<SavedCohort[]> {
  return rowsOf(connection, CohortRow, sql`${cohortsIn('deleted_cohort')} WHERE account_id = ${accountId}`)
}

export async function findCohort(
  connection: Connection,
  accountId: number,
  cohortId: number,
): Promise<SavedCohort | null> {
  const statement = sql`${COHORTS} WHERE account_id = ${accountId} AND cohortid = ${cohortId}`
  const [row] = await preparedRowsOf(connection, CohortRow, statement)
  return row ?? null
}

/** Filters ids to the account's own cohorts. */
export async function ownCohortIds(
  connection: Connection,
  accountId: number,
  cohortIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await preparedRowsOf(
    connection,
    CohortId,
    sql`SELECT cohortid FROM cohort WHERE account_id = ${accountId} AND cohortid IN (${join(cohortIds)})`,
  )
  return new Set(rows.map(({ cohortid }) => cohortid))
}

export interface NewCohort {
  readonly cohortId: number
  readonly accountId: number
  readonly projectId: number
  readonly name: string
  readonly description: string
  readonly made: CohortColumns
  readonly rowcount: number
  readonly undecided: number | null
  /** The time of counting. */
  readonly now: number
}

/** Inserts the row of a cohort with stored members. */
export async function insertCohort(connection: Connection, cohort: NewCohort): Promise<void> {
  const { made, rowcount } = cohort
  const collections = await collectionsOf(connection, cohort.cohortId)
  const kept = made.parent_id === ROOT_COHORT_ID ? rowcount : await countShared(connection, cohort)
  const individuals = await countIndividuals(connection)
  const answers = await readAnswersVersion(connection)
  await connection.run(
    sql`INSERT INTO cohort (cohortid, account_id, projectid, name, description, parent_id, secondparent_id, variable_name,
       constraint_type, constraint_values, affected_constraint_type, min_pedsize, ped_constraint, ped_constraint_count,
       rowcount, collections, kept, undecided, counted_at, counted_people, counted_answers)
     VALUES (${cohort.cohortId}, ${cohort.accountId}, ${cohort.projectId}, ${cohort.name},
       ${cohort.description}, ${made.parent_id}, ${made.secondparent_id ?? null},
       ${made.variable_name ?? null}, ${made.constraint_type}, ${made.constraint_values},
       ${made.affected_constraint_type ?? null}, ${made.min_pedsize ?? null},
       ${made.ped_constraint ?? null}, ${made.ped_constraint_count ?? null},
       ${rowcount},
       ${collections}, ${kept}, ${cohort.undecided},
       epoch_ms(CAST(${cohort.now} AS BIGINT)), ${individuals}, ${answers})`,
  )
}

const Count = v.object({ count: v.number() })

/** Number of members that a cohort shares with its parent. */
async function countShared(connection: Connection, { cohortId, made }: NewCohort): Promise<number> {
  const [row] = await rowsOf(
    connection,
    Count,
    sql`SELECT CAST(count(*) AS INTEGER) AS count FROM cohort_member own
       JOIN cohort_member before ON before.individual_no = own.individual_no
     WHERE own.cohortid = ${cohortId} AND before.cohortid = ${made.parent_id}`,
  )
  return row?.count ?? 0
}

async function countIndividuals(connection: Connection): Promise<number> {
  const [row] = await rowsOf(connection, Count, `SELECT CAST(count(*) AS INTEGER) AS count FROM individual`)
  return row?.count ?? 0
}

/** The collections of the members. */
export async function collectionsOf(connection: Connection, cohortId: number): Promise<string[]> {
  const rows = await rowsOf(
    connection,
    v.object({ collection: v.string() }),
    sql`SELECT collection FROM cohort_member JOIN individual USING (individual_no) WHERE cohortid = ${cohortId}
     GROUP BY collection ORDER BY collection`,
  )
  return rows.map(({ collection }) => collection)
}

export async function updateCohort(
  connection: Connection,
  cohortId: number,
  { name, description }: { readonly name: string; readonly description: string },
): Promise<void> {
  await connection.run(sql`UPDATE cohort SET name = ${name}, description = ${description} WHERE cohortid = ${cohortId}`)
}

/** Deletes a cohort with its members and its prepared downloads. */
export async function deleteCohort(connection: Connection, cohortId: number): Promise<void> {
  for (const table of ['cohort_member', 'cohort_withdrawal', 'download', 'cohort']) {
    await connection.run(sql`DELETE FROM ${raw(table)} WHERE cohortid = ${cohortId}`)
  }
}

/** The user's own cohort, or null for All Individuals. Refuses any other. */
export async function requireCohort(connection: Connection, user: User, cohortId: number): Promise<SavedCohort | null> {
  if (cohortId === ROOT_COHORT_ID) return null
  const cohort = await findCohort(connection, user.accountId, cohortId)
  if (!cohort) throw notFound('cohort')
  return cohort
}

/** Refuses ids other than the user's own cohorts and All Individuals. */
export async function requireCohorts(connection: Connection, user: User, cohortIds: readonly number[]): Promise<void> {
  const saved = cohortIds.filter((cohortId) => cohortId !== ROOT_COHORT_ID)
  if (saved.length === 0) return
  const ownIds = await ownCohortIds(connection, user.accountId, saved)
  if (!saved.every((cohortId) => ownIds.has(cohortId))) throw notFound('cohort')
}
