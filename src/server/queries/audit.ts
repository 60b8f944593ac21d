import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/storage/database.ts'
import { Parameters } from '#server/storage/parameters.ts'

/** Who did what to which thing, when, from where, and with which outcome. It holds no research data. */
export interface AuditRow {
  readonly now: number
  readonly username: string | null
  readonly address: string
  readonly action: string
  /** JSON: the ids of the things concerned. */
  readonly subject: string
  readonly status: number
}

/** Rows are only ever added; nothing in this program changes or deletes one. */
export async function insertAuditRow(connection: Connection, row: AuditRow): Promise<void> {
  await connection.run(`INSERT INTO audit VALUES (epoch_ms(CAST($1 AS BIGINT)), $2, $3, $4, $5, $6)`, [
    row.now,
    row.username,
    row.address,
    row.action,
    row.subject,
    row.status,
  ])
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
const COLUMNS = `CAST(epoch_ms(happened_at) AS FLOAT8) AS "happenedAt", username, address, action, subject, status`
export type AuditEntry = v.InferOutput<typeof Entries>[number]

/** What was done since a moment (milliseconds since 1970), the oldest first, some rows at a time. */
export async function* auditRowsSince(connection: Connection, since: number): AsyncGenerator<AuditEntry[], undefined> {
  const streamed = connection.streamedRows(
    `SELECT ${COLUMNS} FROM audit WHERE happened_at >= epoch_ms(CAST($1 AS BIGINT)) ORDER BY happened_at, rowid`,
    [since],
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
  readonly offset: number
  readonly limit: number
}

/** Some of what was done, the newest first, and how much there is of it. */
export async function readAuditPage(
  connection: Connection,
  { since, until, username, action, offset, limit }: AuditPage,
): Promise<{ readonly rows: readonly AuditEntry[]; readonly total: number }> {
  const { bind, values } = new Parameters(connection)
  const conditions = [
    `happened_at >= epoch_ms(CAST(${bind(since)} AS BIGINT))`,
    ...(until === null ? [] : [`happened_at < epoch_ms(CAST(${bind(until)} AS BIGINT))`]),
    ...(username === null ? [] : [`contains(lower(username), lower(${bind(username)}))`]),
    ...(action === null ? [] : [`contains(lower(action), lower(${bind(action)}))`]),
  ]
  const chosen = `FROM audit WHERE ${conditions.join(' AND ')}`
  const Total = v.object({ total: v.number() })
  const [counted] = await rowsOf(connection, Total, `SELECT CAST(count(*) AS INTEGER) AS total ${chosen}`, values)
  const rows = await rowsOf(
    connection,
    Entry,
    `SELECT ${COLUMNS} ${chosen} ORDER BY happened_at DESC, rowid DESC LIMIT ${limit} OFFSET ${offset}`,
    values,
  )
  return { rows, total: counted?.total ?? 0 }
}
