import type { AuditRow } from '#server/model/change-record.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Limits in characters: the subject as JSON, each text within it, the user name and the address. */
const SUBJECT_MAX = 4_000
const TEXT_MAX = 255

/** The log is append-only. Rows are chained after their commit (`chain.ts`), and deleted by age alone (`retention.ts`). */
export async function insertAuditRow(connection: Connection, row: AuditRow): Promise<void> {
  await connection.run(
    sql`INSERT INTO audit (happened_at, username, address, action, subject, status) VALUES (epoch_ms(CAST(${row.now} AS BIGINT)), ${row.username === null ? null : cut(row.username)}, ${cut(row.address)}, ${row.action}, ${boundedJson(row.subject)}, ${row.status})`,
  )
}

function boundedJson(subject: AuditRow['subject']): string {
  const json = JSON.stringify(subject, (_, value: unknown) => (typeof value === 'string' ? cut(value) : value))
  return json.length <= SUBJECT_MAX ? json : JSON.stringify({ cut: json.slice(0, SUBJECT_MAX / 2) })
}

function cut(text: string): string {
  return text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX - 1)}…`
}
