import * as v from 'valibot'
import { ObjectDefinition, VERSION_ACTIONS, type VersionAction } from '#contract/history.ts'
import { TRASH_KINDS, type TrashKind } from '#contract/trash.ts'
import { HISTORY_VERSIONS_MAX } from '#domain/limits.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql, type Sql } from '#server/platform/db/sql.ts'

/** The table of all versions; it has an account_id. */
export const HISTORY_TABLE = 'object_version'

/** Project 1 belongs to every account, so an object needs its account. */
export interface ObjectOfAccount {
  readonly accountId: number
  readonly kind: TrashKind
  readonly id: number
}

/** The definition of an object, with the ids of its custom variables by name: names may pass to other variables. */
export interface StatedDefinition {
  readonly definition: ObjectDefinition
  readonly sources: Readonly<Record<string, number>>
}

export interface StoredVersion extends StatedDefinition {
  readonly versionNo: number
  /** Epoch milliseconds; null if unknown. */
  readonly madeAt: number | null
  readonly action: VersionAction
  readonly restoredNo: number | null
}

const Row = v.object({
  version_no: v.number(),
  made_at: v.nullable(v.number()),
  action: v.picklist(VERSION_ACTIONS),
  restored_no: v.nullable(v.number()),
  definition: v.pipe(v.string(), v.parseJson(), ObjectDefinition),
  sources: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number())),
})

function whichOf({ accountId, kind, id }: ObjectOfAccount): Sql {
  return sql`account_id = ${accountId} AND kind = ${kind} AND item_id = ${id}`
}

/** The versions of an object, newest first. */
export async function versionsOfObject(connection: Connection, object: ObjectOfAccount): Promise<StoredVersion[]> {
  const rows = await rowsOf(
    connection,
    Row,
    sql`SELECT version_no, CAST(epoch_ms(made_at) AS FLOAT8) AS made_at, action, restored_no, definition, sources
      FROM object_version WHERE ${whichOf(object)} ORDER BY version_no DESC`,
  )
  return rows.map(({ version_no: versionNo, made_at: madeAt, restored_no: restoredNo, ...rest }) => ({
    ...rest,
    versionNo,
    madeAt,
    restoredNo,
  }))
}

/** The newest version; null without any. */
export async function newestVersion(connection: Connection, object: ObjectOfAccount): Promise<StoredVersion | null> {
  const newest = sql`SELECT max(version_no) FROM object_version WHERE ${whichOf(object)}`
  const [row] = await rowsOf(
    connection,
    Row,
    sql`SELECT version_no, CAST(epoch_ms(made_at) AS FLOAT8) AS made_at, action, restored_no, definition, sources
      FROM object_version WHERE ${whichOf(object)} AND version_no = (${newest})`,
  )
  if (!row) return null
  const { version_no: versionNo, made_at: madeAt, restored_no: restoredNo, ...rest } = row
  return { ...rest, versionNo, madeAt, restoredNo }
}

const LoggedRow = v.object({
  kind: v.picklist(TRASH_KINDS),
  item_id: v.number(),
  made_at: v.number(),
  action: v.picklist(VERSION_ACTIONS),
  definition: Row.entries.definition,
})
export type LoggedVersion = v.InferOutput<typeof LoggedRow>

/** The versions of all objects of an account that were made since a moment (epoch milliseconds), oldest first. */
export function versionsSince(connection: Connection, accountId: number, since: number): Promise<LoggedVersion[]> {
  return rowsOf(
    connection,
    LoggedRow,
    sql`SELECT kind, item_id, CAST(epoch_ms(made_at) AS FLOAT8) AS made_at, action, definition FROM object_version
      WHERE account_id = ${accountId} AND made_at >= epoch_ms(CAST(${since} AS BIGINT))
      ORDER BY object_version.made_at, kind, item_id, version_no`,
  )
}

/** Adds a version. Of more than the maximum the oldest is deleted, except the first. */
export async function insertVersion(
  connection: Connection,
  object: ObjectOfAccount,
  { versionNo, madeAt, action, restoredNo, definition, sources }: StoredVersion,
): Promise<void> {
  const { accountId, kind, id } = object
  await connection.run(
    sql`INSERT INTO object_version (account_id, kind, item_id, version_no, then_id, made_at, action, restored_no,
        definition, sources)
      VALUES (${accountId}, ${kind}, ${id}, ${versionNo}, ${id}, epoch_ms(CAST(${madeAt} AS BIGINT)), ${action},
        ${restoredNo}, ${JSON.stringify(definition)}, ${JSON.stringify(sources)})`,
  )
  await connection.run(
    sql`DELETE FROM object_version WHERE ${whichOf(object)} AND version_no > 1
      AND version_no <= ${versionNo - HISTORY_VERSIONS_MAX + 1}`,
  )
}

/** Gives the history of a replaced object to its replacement. */
export async function moveVersions(connection: Connection, object: ObjectOfAccount, newId: number): Promise<void> {
  await connection.run(sql`UPDATE object_version SET item_id = ${newId} WHERE ${whichOf(object)}`)
}

export async function deleteVersions(connection: Connection, object: ObjectOfAccount): Promise<void> {
  await connection.run(sql`DELETE FROM object_version WHERE ${whichOf(object)}`)
}

/** Deletes the history of objects by a subquery of their ids. */
export async function deleteVersionsAmong(connection: Connection, kind: TrashKind, ids: Sql): Promise<void> {
  await connection.run(sql`DELETE FROM object_version WHERE kind = ${kind} AND item_id IN (${ids})`)
}

/** Deletes the history of all that was saved from the research data. */
export async function deleteVersionsOfData(connection: Connection): Promise<void> {
  await connection.run(`DELETE FROM object_version WHERE kind <> 'project'`)
}

const Moved = v.object({ kind: v.picklist(TRASH_KINDS), then_id: v.number(), item_id: v.number() })

/** The present ids of an account's replaced objects: the replacement of an id of a kind, or the id itself. */
export async function presentIdsOf(
  connection: Connection,
  accountId: number,
): Promise<(kind: TrashKind, id: number) => number> {
  const rows = await rowsOf(
    connection,
    Moved,
    sql`SELECT DISTINCT kind, then_id, item_id FROM object_version WHERE account_id = ${accountId} AND then_id <> item_id`,
  )
  const moved = new Map(rows.map(({ kind, then_id, item_id }) => [`${kind} ${then_id}`, item_id]))
  return (kind, id) => moved.get(`${kind} ${id}`) ?? id
}
