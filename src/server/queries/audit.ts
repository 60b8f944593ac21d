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
