import * as v from 'valibot'
import { ALL_INDIVIDUALS } from '#domain/cohorts.ts'
import { DUPLICATE_COHORT_NAME, DUPLICATE_VARIABLE_SET_NAME } from '#domain/messages.ts'
import { conflict } from '#server/platform/http/refusal.ts'
import { type Connection, rowsOf } from '#server/platform/db/database.ts'
import { raw, sql } from '#server/platform/db/sql.ts'

const REFUSALS: Readonly<Record<NamedKind, string>> = {
  cohort: DUPLICATE_COHORT_NAME,
  variable_set: DUPLICATE_VARIABLE_SET_NAME,
}

/** Refuses a name that another thing of the kind has in the project, and for a cohort that of everybody. */
export async function requireFreeName(connection: Connection, kind: NamedKind, asked: NameAsked): Promise<void> {
  const isReserved = kind === 'cohort' && asked.name.trim().toLowerCase() === ALL_INDIVIDUALS.toLowerCase()
  if (isReserved || (await isNameTaken(connection, kind, asked))) throw conflict(REFUSALS[kind])
}

const ID_COLUMNS = { cohort: 'cohortid', variable_set: 'varsetid' } as const

/** What of a project cannot have equal names. */
type NamedKind = keyof typeof ID_COLUMNS

interface NameAsked {
  readonly accountId: number
  readonly projectId: number
  readonly name: string
  /** The thing that may keep its name. */
  readonly exceptId?: number
}

/** Whether another thing of the kind in the project has the name; case and outer blanks are ignored. */
async function isNameTaken(
  connection: Connection,
  kind: NamedKind,
  { accountId, projectId, name, exceptId = 0 }: NameAsked,
): Promise<boolean> {
  const rows = await rowsOf(
    connection,
    v.object({ id: v.number() }),
    sql`SELECT ${raw(ID_COLUMNS[kind])} AS id FROM ${raw(kind)} WHERE account_id = ${accountId} AND projectid = ${projectId}
       AND lower(trim(name)) = lower(trim(${name})) AND ${raw(ID_COLUMNS[kind])} <> ${exceptId} LIMIT 1`,
  )
  return rows.length > 0
}
