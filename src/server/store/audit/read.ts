import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { EMPTY, join, literal, type Sql, sql } from '#server/platform/db/sql.ts'

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

/** Rows since a moment (milliseconds since 1970), oldest first, in batches. */
export async function* auditRowsSince(connection: Connection, since: number): AsyncGenerator<AuditEntry[], undefined> {
  const streamed = connection.streamedRows(
    sql`SELECT ${COLUMNS} FROM audit WHERE happened_at >= epoch_ms(CAST(${since} AS BIGINT)) ORDER BY happened_at, rowid`,
  )
  for await (const rows of streamed) yield v.parse(Entries, rows)
}

export interface AuditPage {
  readonly since: number
  /** Exclusive end, or null. */
  readonly until: number | null
  /** Substring of the user name; case is ignored. */
  readonly username: string | null
  /** Substring of the action; case is ignored. */
  readonly action: string | null
  /** Only rows after this key in log order, or null. */
  readonly after: AuditKey | null
  /** Rows to skip after the key. */
  readonly offset: number
  readonly limit: number
}

export interface AuditKey {
  readonly happenedAt: number
  readonly rowId: number
}

const KeyedEntry = v.object({ ...Entry.entries, rowId: v.number() })

/** A page of rows, newest first, with the total and the key of the last row. */
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

const DOWNLOAD_FIELD = 'downloadid'
const Sent = v.object({ username: v.nullable(v.string()), at: v.number(), subject: v.string() })
const DownloadSubject = v.pipe(v.string(), v.parseJson(), v.object({ [DOWNLOAD_FIELD]: v.string() }))

export interface AuditedDownload {
  readonly downloadId: string
  readonly username: string | null
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The prepared downloads of which a file was sent, with the time of the last one, newest first. */
export async function auditedDownloads(connection: Connection): Promise<AuditedDownload[]> {
  const rows = await rowsOf(
    connection,
    Sent,
    sql`SELECT username, CAST(epoch_ms(happened_at) AS FLOAT8) AS at, subject FROM audit
      WHERE status = 200 AND contains(subject, ${literal(`"${DOWNLOAD_FIELD}":`)}) ORDER BY happened_at DESC`,
  )
  const downloads = new Map<string, AuditedDownload>()
  for (const { username, at, subject } of rows) {
    const read = v.safeParse(DownloadSubject, subject)
    if (!read.success) continue
    const downloadId = read.output[DOWNLOAD_FIELD]
    if (!downloads.has(downloadId)) downloads.set(downloadId, { downloadId, username, at })
  }
  return [...downloads.values()]
}
