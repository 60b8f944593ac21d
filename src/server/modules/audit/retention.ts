import { deleteAuditBefore, insertAuditRow } from '#server/store/audit/audit.ts'
import type { Clock, Log } from '#server/platform/process/runtime.ts'
import type { Database } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'

const DAY_MILLISECONDS = 24 * 60 * 60_000

interface Retention {
  /** Days of retention; null keeps all entries. */
  readonly auditDays: number | null
  readonly clock: Clock
  readonly log: Log
}

/** Deletes old audit entries now and once a day. Returns the function that stops it. */
export function keepAuditFor(database: Database, { auditDays, clock, log }: Retention): () => void {
  if (auditDays === null) return () => {}
  const sweep = () =>
    void deleteOldAudit(database, auditDays, clock()).catch((error: unknown) =>
      log.warn({ error: error instanceof Error ? error.message : '' }, 'old audit entries were not deleted'),
    )
  sweep()
  const timer = setInterval(sweep, DAY_MILLISECONDS).unref()
  return () => clearInterval(timer)
}

/** Deletes entries older than so many days, and audits their number. */
export function deleteOldAudit(database: Database, days: number, now: number): Promise<number> {
  return withWriteLock(database, async (connection) => {
    const deleted = await deleteAuditBefore(connection, now - days * DAY_MILLISECONDS)
    const row = { now, username: null, address: 'server', action: 'audit retention', status: 200 }
    if (deleted > 0) await insertAuditRow(connection, { ...row, subject: { days, deleted } })
    return deleted
  })
}
