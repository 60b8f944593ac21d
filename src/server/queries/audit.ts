import * as v from 'valibot'
import type { Connection } from '#server/storage/database.ts'

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

const Entries = v.array(
  v.object({
    happenedAt: v.number(),
    username: v.nullable(v.string()),
    address: v.string(),
    action: v.string(),
    subject: v.string(),
    status: v.number(),
  }),
)
export type AuditEntry = v.InferOutput<typeof Entries>[number]

/** What was done since a moment (milliseconds since 1970), the oldest first, some rows at a time. */
export async function* auditRowsSince(connection: Connection, since: number): AsyncGenerator<AuditEntry[], undefined> {
  const result = await connection.stream(
    `SELECT epoch_ms(happened_at)::DOUBLE AS "happenedAt", username, address, action, subject, status
     FROM audit WHERE happened_at >= epoch_ms(CAST($1 AS BIGINT)) ORDER BY happened_at, rowid`,
    [since],
  )
  for await (const rows of result.yieldRowObjectJs()) yield v.parse(Entries, rows)
}
