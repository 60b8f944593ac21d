import * as v from 'valibot'
import type { AuditRow } from '#server/model/change-record.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { EMPTY, join, literal, type Sql, sql } from '#server/platform/db/sql.ts'

/** Characters of a row's subject as JSON, of each text within it, and of the name and the address. */
const SUBJECT_MAX = 4_000
const TEXT_MAX = 255

/** Rows are added and never changed. They are deleted by age alone, where AUDIT_DAYS says so. */
export async function insertAuditRow(connection: Connection, row: AuditRow): Promise<void> {
  await connection.run(
    sql`INSERT INTO audit VALUES (epoch_ms(CAST(${row.now} AS BIGINT)), ${row.username === null ? null : cut(row.username)}, ${cut(row.address)}, ${row.action}, ${boundedJson(row.subject)}, ${row.status})`,
  )
}

function boundedJson(subject: AuditRow['subject']): string {
  const json = JSON.stringify(subject, (_, value: unknown) => (typeof value === 'string' ? cut(value) : value))
  return json.length <= SUBJECT_MAX ? json : JSON.stringify({ cut: json.slice(0, SUBJECT_MAX / 2) })
}

function cut(text: string): string {
  return text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX - 1)}…`
}

/** Deletes the rows before a moment (milliseconds since 1970); returns how many. */
export function deleteAuditBefore(connection: Connection, moment: number): Promise<number> {
  return connection.run(sql`DELETE FROM audit WHERE happened_at < epoch_ms(CAST(${moment} AS BIGINT))`)
}

const Entry = v.object({
  happenedAt: v.number(),
  username: v.nullable(v.string()),
  address: v.string(),
  action: v.string(),
  subject: v.string(),
  status: v.number(),
})
const Entries = v.array(Entry)
const COLUMNS = sql`CAST(epoch_ms(happened_at) AS FLOAT8) AS "happenedAt", username, address, action, subject, status`
export type AuditEntry = v.InferOutput<typeof Entries>[number]

/** What was done since a moment (milliseconds since 1970), the oldest first, some rows at a time. */
export async function* auditRowsSince(connection: Connection, since: number): AsyncGenerator<AuditEntry[], undefined> {
  const streamed = connection.streamedRows(
    sql`SELECT ${COLUMNS} FROM audit WHERE happened_at >= epoch_ms(CAST(${since} AS BIGINT)) ORDER BY happened_at, rowid`,
  )
  for await (const rows of streamed) yield v.parse(Entries, rows)
}

export interface AuditPage {
  readonly since: number
  /** The first moment that is too late, or null. */
  readonly until: number | null
  /** A part of the name; case is ignored. */
  readonly username: string | null
  /** A part of the action's name; case is ignored. */
  readonly action: string | null
  /** Only rows after this one in the order of the log, or null. */
  readonly after: AuditKey | null
  /** Rows to skip from there. */
  readonly offset: number
  readonly limit: number
}

/** The place of a row in the log. */
export interface AuditKey {
  readonly happenedAt: number
  readonly rowId: number
}

const KeyedEntry = v.object({ ...Entry.entries, rowId: v.number() })

/** Some of what was done, the newest first, how much there is of it, and the key of the last row read. */
export async function readAuditPage(
  connection: Connection,
  { since, until, username, action, after, offset, limit }: AuditPage,
): Promise<{ readonly rows: readonly AuditEntry[]; readonly total: number; readonly last: AuditKey | null }> {
  const conditions = [
    sql`happened_at >= epoch_ms(CAST(${since} AS BIGINT))`,
    ...(until === null ? [] : [sql`happened_at < epoch_ms(CAST(${until} AS BIGINT))`]),
    ...(username === null ? [] : [sql`contains(lower(username), lower(${username}))`]),
    ...(action === null ? [] : [sql`contains(lower(action), lower(${action}))`]),
  ]
  const chosen = sql`FROM audit WHERE ${join(conditions, ' AND ')}`
  const Total = v.object({ total: v.number() })
  const [counted] = await rowsOf(connection, Total, sql`SELECT CAST(count(*) AS INTEGER) AS total ${chosen}`)
  const rows = await rowsOf(
    connection,
    KeyedEntry,
    sql`SELECT ${COLUMNS}, CAST(rowid AS FLOAT8) AS "rowId" ${chosen}${after === null ? EMPTY : sql` AND ${isAfter(after)}`}
     ORDER BY happened_at DESC, rowid DESC LIMIT ${literal(limit)} OFFSET ${literal(offset)}`,
  )
  const last = rows.at(-1) ?? null
  return { rows: v.parse(Entries, rows), total: counted?.total ?? 0, last }
}

function isAfter({ happenedAt, rowId }: AuditKey): Sql {
  const moment = sql`epoch_ms(CAST(${happenedAt} AS BIGINT))`
  return sql`happened_at <= ${moment} AND (happened_at < ${moment} OR rowid < CAST(${rowId} AS BIGINT))`
}
