import * as v from 'valibot'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { CohortRow, type CohortColumns, type SavedCohort } from '#server/model/cohort.ts'
import { preparedRowsOf, rowsOf, type Connection } from '#server/platform/db/database.ts'
import { readAnswersVersion } from '#server/platform/db/data-version.ts'
import { Parameters } from '#server/platform/db/parameters.ts'

const CohortId = v.object({ cohortid: v.number() })
const COLUMNS = Object.keys(CohortRow.entries)
  .map((name) => (name === 'counted_at' ? 'CAST(epoch_ms(counted_at) AS FLOAT8) AS counted_at' : name))
  .join(', ')

/** All cohorts of an account, oldest first. */
export function cohortsOf(connection: Connection, accountId: number): Promise<SavedCohort[]> {
  return rowsOf(connection, CohortRow, `SELECT ${COLUMNS} FROM cohort WHERE account_id = $1 ORDER BY cohortid`, [
    accountId,
  ])
}

/** An account's own cohort, or null. */
export async function findCohort(
  connection: Connection,
  accountId: number,
  cohortId: number,
): Promise<SavedCohort | null> {
  const [row] = await preparedRowsOf(
    connection,
    CohortRow,
    `SELECT ${COLUMNS} FROM cohort WHERE account_id = $1 AND cohortid = $2`,
    [accountId, cohortId],
  )
  return row ?? null
}

/** Those among some numbers of cohorts that are an account's own. */
export async function ownCohortIds(
  connection: Connection,
  accountId: number,
  cohortIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { bind, values } = new Parameters(connection)
  const isOwn = `account_id = ${bind(accountId)}`
  const rows = await preparedRowsOf(
    connection,
    CohortId,
    `SELECT cohortid FROM cohort WHERE ${isOwn} AND cohortid IN (${cohortIds.map(bind).join(', ')})`,
    values,
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
  /** When its members were found. */
  readonly now: number
}

/** Writes the row of a cohort whose members are in place already. */
export async function insertCohort(connection: Connection, cohort: NewCohort): Promise<void> {
  const { bind, bindList, values } = new Parameters(connection)
  const { made, rowcount } = cohort
  const collections = await collectionsOf(connection, cohort.cohortId)
  const kept = made.parent_id === ROOT_COHORT_ID ? rowcount : await countShared(connection, cohort)
  const people = await countPeople(connection)
  const answers = await readAnswersVersion(connection)
  await connection.run(
    `INSERT INTO cohort (cohortid, account_id, projectid, name, description, parent_id, secondparent_id, variable_name,
       constraint_type, constraint_values, affected_constraint_type, min_pedsize, ped_constraint, ped_constraint_count,
       rowcount, collections, kept, undecided, counted_at, counted_people, counted_answers)
     VALUES (${bind(cohort.cohortId)}, ${bind(cohort.accountId)}, ${bind(cohort.projectId)}, ${bind(cohort.name)},
       ${bind(cohort.description)}, ${bind(made.parent_id)}, ${bind(made.secondparent_id ?? null)},
       ${bind(made.variable_name ?? null)}, ${bind(made.constraint_type)}, ${bindList(made.constraint_values)},
       ${bind(made.affected_constraint_type ?? null)}, ${bind(made.min_pedsize ?? null)},
       ${bind(made.ped_constraint ?? null)}, ${bind(made.ped_constraint_count ?? null)}, ${bind(rowcount)},
       ${bindList(collections)}, ${bind(kept)}, ${bind(cohort.undecided)},
       epoch_ms(CAST(${bind(cohort.now)} AS BIGINT)), ${bind(people)}, ${bind(answers)})`,
    values,
  )
}

const Count = v.object({ count: v.number() })

/** How many members a cohort has in common with the one that it was made from. */
async function countShared(connection: Connection, { cohortId, made }: NewCohort): Promise<number> {
  const [row] = await rowsOf(
    connection,
    Count,
    `SELECT CAST(count(*) AS INTEGER) AS count FROM cohort_member own
       JOIN cohort_member before ON before.individual_no = own.individual_no
     WHERE own.cohortid = $1 AND before.cohortid = $2`,
    [cohortId, made.parent_id],
  )
  return row?.count ?? 0
}

async function countPeople(connection: Connection): Promise<number> {
  const [row] = await rowsOf(connection, Count, `SELECT CAST(count(*) AS INTEGER) AS count FROM individual`)
  return row?.count ?? 0
}

/** In which collections a cohort's members are. */
async function collectionsOf(connection: Connection, cohortId: number): Promise<string[]> {
  const rows = await rowsOf(
    connection,
    v.object({ collection: v.string() }),
    `SELECT collection FROM cohort_member JOIN individual USING (individual_no) WHERE cohortid = $1
     GROUP BY collection ORDER BY collection`,
    [cohortId],
  )
  return rows.map(({ collection }) => collection)
}

/** Saves a name and a description anew. */
export async function updateCohort(
  connection: Connection,
  cohortId: number,
  { name, description }: { readonly name: string; readonly description: string },
): Promise<void> {
  await connection.run(`UPDATE cohort SET name = $2, description = $3 WHERE cohortid = $1`, [
    cohortId,
    name,
    description,
  ])
}

/** Deletes a cohort with its members and the downloads that were prepared of it. */
export async function deleteCohort(connection: Connection, cohortId: number): Promise<void> {
  for (const table of ['cohort_member', 'download', 'cohort']) {
    await connection.run(`DELETE FROM ${table} WHERE cohortid = $1`, [cohortId])
  }
}
