import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/storage/database.ts'
import { Parameters } from '#server/storage/parameters.ts'

const Row = v.object({
  cohortid: v.number(),
  projectid: v.number(),
  name: v.string(),
  description: v.string(),
  parent_id: v.number(),
  secondparent_id: v.nullable(v.number()),
  variable_name: v.nullable(v.string()),
  constraint_type: v.string(),
  constraint_values: v.array(v.string()),
  min_pedsize: v.nullable(v.number()),
  ped_constraint: v.nullable(v.string()),
  ped_constraint_count: v.nullable(v.number()),
  rowcount: v.number(),
  collections: v.array(v.string()),
})

/** A cohort that somebody saved; All Individuals is none. */
export type SavedCohort = v.InferOutput<typeof Row>

const COLUMNS = Object.keys(Row.entries).join(', ')

/** All cohorts of an account, oldest first. */
export function cohortsOf(connection: Connection, accountId: number): Promise<SavedCohort[]> {
  return rowsOf(connection, Row, `SELECT ${COLUMNS} FROM cohort WHERE account_id = $1 ORDER BY cohortid`, [accountId])
}

export async function findCohort(
  connection: Connection,
  accountId: number,
  cohortId: number,
): Promise<SavedCohort | null> {
  const [row] = await rowsOf(connection, Row, `SELECT ${COLUMNS} FROM cohort WHERE account_id = $1 AND cohortid = $2`, [
    accountId,
    cohortId,
  ])
  return row ?? null
}

/** Whether a cohort of the project bears the name already; case is ignored. */
export async function isCohortNameTaken(
  connection: Connection,
  accountId: number,
  projectId: number,
  name: string,
): Promise<boolean> {
  const rows = await rowsOf(
    connection,
    v.object({ cohortid: v.number() }),
    `SELECT cohortid FROM cohort
     WHERE account_id = $1 AND projectid = $2 AND lower(trim(name)) = lower(trim($3)) LIMIT 1`,
    [accountId, projectId, name],
  )
  return rows.length > 0
}

export interface NewCohort {
  readonly cohortId: number
  readonly accountId: number
  readonly projectId: number
  readonly name: string
  readonly description: string
  readonly parentId: number
  readonly variableName: string | null
  readonly constraintType: string
  readonly constraintValues: readonly string[]
}

/** Writes the row of a cohort whose members are in place already. */
export async function insertCohort(connection: Connection, cohort: NewCohort, rowcount: number): Promise<void> {
  const { bind, bindList, values } = new Parameters()
  const id = bind(cohort.cohortId)
  await connection.run(
    `INSERT INTO cohort (cohortid, account_id, projectid, name, description, parent_id, variable_name,
       constraint_type, constraint_values, rowcount, collections)
     VALUES (${id}, ${bind(cohort.accountId)}, ${bind(cohort.projectId)}, ${bind(cohort.name)},
       ${bind(cohort.description)}, ${bind(cohort.parentId)}, ${bind(cohort.variableName)},
       ${bind(cohort.constraintType)}, ${bindList(cohort.constraintValues)}, ${bind(rowcount)},
       (SELECT list_sort(array_agg(DISTINCT collection))
        FROM cohort_member JOIN individual USING (individual_no) WHERE cohort_member.cohortid = ${id}))`,
    values,
  )
}
