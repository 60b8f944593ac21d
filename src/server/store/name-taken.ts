import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'

const ID_COLUMNS = { cohort: 'cohortid', variable_set: 'varsetid' } as const

/** What of a project cannot have equal names. */
export type NamedKind = keyof typeof ID_COLUMNS

export interface NameAsked {
  readonly accountId: number
  readonly projectId: number
  readonly name: string
  /** The thing that may keep its name. */
  readonly exceptId?: number
}

/** Whether another thing of the kind in the project has the name; case and outer blanks are ignored. */
export async function isNameTaken(
  connection: Connection,
  kind: NamedKind,
  { accountId, projectId, name, exceptId = 0 }: NameAsked,
): Promise<boolean> {
  const rows = await rowsOf(
    connection,
    v.object({ id: v.number() }),
    `SELECT ${ID_COLUMNS[kind]} AS id FROM ${kind} WHERE account_id = $1 AND projectid = $2
       AND lower(trim(name)) = lower(trim($3)) AND ${ID_COLUMNS[kind]} <> $4 LIMIT 1`,
    [accountId, projectId, name, exceptId],
  )
  return rows.length > 0
}
