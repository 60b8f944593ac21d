import * as v from 'valibot'
import { TRASH_KINDS, type TrashKind } from '#contract/trash.ts'
import { raiseCustomVersion } from '#server/platform/db/data-version.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { raw, sql, type Sql } from '#server/platform/db/sql.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { cohortsOf, deleteCohort, deletedCohortsOf } from '#server/store/cohorts/cohorts.ts'
import { deletedWordsOf } from '#server/store/cohorts/rules-words.ts'
import { deleteCustomVariable } from '#server/store/custom-variables/custom-variables.ts'
import { deleteVersions, deleteVersionsAmong, deleteVersionsOfData } from '#server/store/history/versions.ts'
import { deleteProject } from '#server/store/projects/projects.ts'
import { variablesUsedBy, type Things, type Use } from '#server/store/uses.ts'
import { deleteVariableSet } from '#server/store/variable-sets/variable-sets.ts'

/** The table and id column of each kind. A deleted row moves to the table of the same columns named `deleted_…`. */
const PLACES = {
  project: { table: 'project', idColumn: 'projectid' },
  cohort: { table: 'cohort', idColumn: 'cohortid' },
  construct: { table: 'custom_variable', idColumn: 'constructid' },
  varset: { table: 'variable_set', idColumn: 'varsetid' },
} as const satisfies Record<TrashKind, { table: string; idColumn: string }>

/** The tables of deleted rows that depend on the research data. */
const DELETED_MADE_OF_DATA = ['deleted_variable_set', 'deleted_cohort', 'deleted_custom_variable'] as const

/** All tables of the trash; each has an account_id. */
export const TRASH_TABLES = [...DELETED_MADE_OF_DATA, 'deleted_project', 'trash'] as const

export interface Deletion {
  readonly accountId: number
  readonly kind: TrashKind
  readonly id: number
  readonly name: string
  readonly projectId: number
  /** The account's objects before the deletion. */
  readonly things: Things
  /** Deleted as a part of its project, and restored with it. */
  readonly isWithProject?: boolean
}

const DELETE_FOR_GOOD: Readonly<Record<TrashKind, (connection: Connection, id: number) => Promise<void>>> = {
  project: deleteProject,
  cohort: deleteCohort,
  construct: deleteCustomVariable,
  varset: deleteVariableSet,
}

/** Deletes an object: to the trash, or for good if there is none. The caller has checked that nothing depends on it. */
export async function deleteObject(
  connection: Connection,
  { settings, clock }: Pick<HttpServices, 'settings' | 'clock'>,
  deletion: Deletion,
): Promise<void> {
  const { accountId, kind, id, name, projectId, things, isWithProject = false } = deletion
  if (!settings.capabilities.includes('trash')) {
    await deleteVersions(connection, { accountId, kind, id })
    return DELETE_FOR_GOOD[kind](connection, id)
  }
  await connection.run(
    sql`INSERT INTO trash VALUES (${accountId}, ${kind}, ${id}, ${name}, ${projectId}, ${isWithProject},
      ${JSON.stringify(kind === 'project' ? {} : customSources(things, kind, id))}, epoch_ms(CAST(${clock()} AS BIGINT)))`,
  )
  const { table, idColumn } = PLACES[kind]
  await moveRows(connection, { from: table, to: `deleted_${table}`, which: sql`${raw(idColumn)} = ${id}` })
  // Prepared downloads are not restored.
  if (kind === 'cohort' || kind === 'varset') {
    await connection.run(sql`DELETE FROM download WHERE ${raw(idColumn)} = ${id}`)
  }
  if (kind === 'construct') await raiseCustomVersion(connection)
}

/** The ids of the custom variables that an object uses, by name in upper case: names may pass to other variables. */
export function customSources(things: Things, kind: Use['kind'], id: number): Readonly<Record<string, number>> {
  const used = new Set(variablesUsedBy(things, kind, id).map((name) => name.toUpperCase()))
  const pairs = things.customVariables.map((made) => [made.variable_name.toUpperCase(), made.constructid] as const)
  return Object.fromEntries(pairs.filter(([name]) => used.has(name)))
}

const DeletedRow = v.object({
  kind: v.picklist(TRASH_KINDS),
  item_id: v.number(),
  name: v.string(),
  projectid: v.number(),
  with_project: v.boolean(),
  sources: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number())),
  deleted_at: v.number(),
})

export interface DeletedObject extends Pick<Deletion, 'kind' | 'id' | 'name' | 'projectId'> {
  readonly isWithProject: boolean
  /** The object's custom variables at its deletion: ids by name. */
  readonly sources: Readonly<Record<string, number>>
  /** Epoch milliseconds. */
  readonly deletedAt: number
}

/** The account's deleted objects, newest first. */
export async function trashOf(connection: Connection, accountId: number): Promise<DeletedObject[]> {
  const rows = await rowsOf(
    connection,
    DeletedRow,
    sql`SELECT kind, item_id, name, projectid, with_project, sources, CAST(epoch_ms(deleted_at) AS FLOAT8) AS deleted_at
      FROM trash WHERE account_id = ${accountId} ORDER BY trash.deleted_at DESC, item_id DESC`,
  )
  return rows.map((row) => ({
    kind: row.kind,
    id: row.item_id,
    name: row.name,
    projectId: row.projectid,
    isWithProject: row.with_project,
    sources: row.sources,
    deletedAt: row.deleted_at,
  }))
}

const DeletedParts = v.object({ id: v.number(), parts: v.array(v.string()), formula: v.string() })

/** What each deleted object was, in one line, by kind and id. */
export async function definitionsInTrash(
  connection: Connection,
  accountId: number,
): Promise<ReadonlyMap<string, string>> {
  const cohorts = await deletedCohortsOf(connection, accountId)
  const words = await deletedWordsOf(connection, cohorts, await cohortsOf(connection, accountId))
  const constructs = await rowsOf(
    connection,
    DeletedParts,
    sql`SELECT constructid AS id, sources AS parts, formula FROM deleted_custom_variable WHERE account_id = ${accountId}`,
  )
  const sets = await rowsOf(
    connection,
    DeletedParts,
    sql`SELECT varsetid AS id, variables AS parts, '' AS formula FROM deleted_variable_set WHERE account_id = ${accountId}`,
  )
  return new Map([
    ...[...words].map(([id, text]) => [`cohort ${id}`, text] as const),
    ...constructs.map(({ id, parts, formula }) => [`construct ${id}`, formula || `from ${listOf(parts)}`] as const),
    ...sets.map(({ id, parts }) => [`varset ${id}`, listOf(parts)] as const),
  ])
}

const PARTS_SHOWN = 4

function listOf(names: readonly string[]): string {
  const more = names.length - PARTS_SHOWN
  return more > 0 ? `${names.slice(0, PARTS_SHOWN).join(', ')} and ${more} more` : names.join(', ')
}

/** Restores rows of the trash under their old ids. The caller has checked that names are free and sources exist. */
export async function restoreObjects(
  connection: Connection,
  objects: readonly Pick<Deletion, 'kind' | 'id'>[],
): Promise<void> {
  for (const { kind, id } of objects) {
    const { table, idColumn } = PLACES[kind]
    await moveRows(connection, { from: `deleted_${table}`, to: table, which: sql`${raw(idColumn)} = ${id}` })
    await connection.run(sql`DELETE FROM trash WHERE kind = ${kind} AND item_id = ${id}`)
  }
  if (objects.some(({ kind }) => kind === 'construct')) await raiseCustomVersion(connection)
}

/** Deletes for good what was deleted before a moment; returns the number of objects. */
export async function emptyTrashBefore(connection: Connection, moment: number): Promise<number> {
  const expired = sql`deleted_at < epoch_ms(CAST(${moment} AS BIGINT))`
  const idsOf = (kind: TrashKind) => sql`SELECT item_id FROM trash WHERE kind = ${kind} AND ${expired}`
  for (const table of ['cohort_member', 'cohort_withdrawal']) {
    await connection.run(sql`DELETE FROM ${raw(table)} WHERE cohortid IN (${idsOf('cohort')})`)
  }
  for (const kind of TRASH_KINDS) {
    const { table, idColumn } = PLACES[kind]
    await connection.run(sql`DELETE FROM ${raw(`deleted_${table}`)} WHERE ${raw(idColumn)} IN (${idsOf(kind)})`)
    await deleteVersionsAmong(connection, kind, idsOf(kind))
  }
  return connection.run(sql`DELETE FROM trash WHERE ${expired}`)
}

/** Deletes for good all that was saved from the research data. */
export async function emptyTrashOfData(connection: Connection): Promise<void> {
  for (const table of DELETED_MADE_OF_DATA) await connection.run(`DELETE FROM ${table}`)
  await connection.run(`DELETE FROM trash WHERE kind <> 'project'`)
  await deleteVersionsOfData(connection)
}

/** Deletes for good the deleted cohorts that were counted after a moment: their members are no longer in the data. */
export async function deleteCohortsCountedSince(connection: Connection, moment: number): Promise<void> {
  const counted = sql`SELECT cohortid FROM deleted_cohort WHERE counted_at >= epoch_ms(CAST(${moment} AS BIGINT))`
  await connection.run(sql`DELETE FROM trash WHERE kind = 'cohort' AND item_id IN (${counted})`)
  await deleteVersionsAmong(connection, 'cohort', counted)
  await connection.run(sql`DELETE FROM deleted_cohort WHERE cohortid IN (${counted})`)
}

interface Move {
  readonly from: string
  readonly to: string
  readonly which: Sql
}

async function moveRows(connection: Connection, { from, to, which }: Move): Promise<void> {
  await connection.run(sql`INSERT INTO ${raw(to)} SELECT * FROM ${raw(from)} WHERE ${which}`)
  await connection.run(sql`DELETE FROM ${raw(from)} WHERE ${which}`)
}
