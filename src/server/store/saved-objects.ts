import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { ALL_INDIVIDUALS } from '#domain/cohorts/cohorts.ts'
import type { Edited } from '#domain/merge-edits.ts'
import { CHANGED_MEANWHILE, DUPLICATE_COHORT_NAME, DUPLICATE_VARIABLE_SET_NAME } from '#domain/messages.ts'
import { nameKey } from '#domain/text/names.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { raw, sql } from '#server/platform/db/sql.ts'
import { Refusal, conflict } from '#server/platform/http/refusal.ts'

/** Next id. */
export async function nextId(connection: Connection): Promise<number> {
  const [row] = await rowsOf(
    connection,
    v.object({ id: v.number() }),
    `SELECT CAST(nextval('id_sequence') AS INTEGER) AS id`,
  )
  if (!row) throw new Error('The sequence of ids gave none.')
  return row.id
}

/** A hash of the content, for optimistic locking. */
export function versionOf({ name, description, variables }: Edited): string {
  const content = JSON.stringify([name, description, ...(variables ?? [])])
  return createHash('sha256').update(content).digest('base64url').slice(0, 16)
}

/**
 * Refuses (412) an edit based on an outdated version. An edit that is already applied is accepted: its response may
 * have been lost.
 */
export function requireUnchanged(read: string | null | undefined, now: Edited, wanted: Edited): void {
  const version = versionOf(now)
  if (read == null || read === version || versionOf(wanted) === version) return
  throw new Refusal(412, CHANGED_MEANWHILE)
}

const REFUSALS: Readonly<Record<NamedKind, string>> = {
  cohort: DUPLICATE_COHORT_NAME,
  variable_set: DUPLICATE_VARIABLE_SET_NAME,
}

/** Refuses a name that another object of the kind has in the project, and for a cohort "All Individuals". */
export async function requireFreeName(connection: Connection, kind: NamedKind, asked: NameAsked): Promise<void> {
  const isReserved = kind === 'cohort' && nameKey(asked.name) === nameKey(ALL_INDIVIDUALS)
  if (isReserved || (await isNameTaken(connection, kind, asked))) throw conflict(REFUSALS[kind])
}

const ID_COLUMNS = { cohort: 'cohortid', variable_set: 'varsetid' } as const

/** Kinds of objects with unique names in a project. */
type NamedKind = keyof typeof ID_COLUMNS

interface NameAsked {
  readonly accountId: number
  readonly projectId: number
  readonly name: string
  /** The object that is being edited. */
  readonly exceptId?: number
}

async function isNameTaken(
  connection: Connection,
  kind: NamedKind,
  { accountId, projectId, name, exceptId = 0 }: NameAsked,
): Promise<boolean> {
  const rows = await rowsOf(
    connection,
    v.object({ name: v.string() }),
    sql`SELECT name FROM ${raw(kind)} WHERE account_id = ${accountId} AND projectid = ${projectId}
       AND ${raw(ID_COLUMNS[kind])} <> ${exceptId}`,
  )
  const key = nameKey(name)
  return rows.some((other) => nameKey(other.name) === key)
}
