import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { literal, sql } from '#server/platform/db/sql.ts'

const FIELD = 'downloadid'
const Row = v.object({ username: v.nullable(v.string()), at: v.number(), subject: v.string() })
const Subject = v.pipe(v.string(), v.parseJson(), v.object({ [FIELD]: v.string() }))

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
    Row,
    sql`SELECT username, CAST(epoch_ms(happened_at) AS FLOAT8) AS at, subject FROM audit
      WHERE status = 200 AND contains(subject, ${literal(`"${FIELD}":`)}) ORDER BY happened_at DESC`,
  )
  const downloads = new Map<string, AuditedDownload>()
  for (const { username, at, subject } of rows) {
    const read = v.safeParse(Subject, subject)
    if (!read.success) continue
    const downloadId = read.output[FIELD]
    if (!downloads.has(downloadId)) downloads.set(downloadId, { downloadId, username, at })
  }
  return [...downloads.values()]
}
