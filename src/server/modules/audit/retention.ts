import { deleteAuditBefore, insertAuditRow } from '#server/store/audit/audit.ts'
import type { Clock, Log } from '#server/platform/process/runtime.ts'
import type { Database } from '#server/platform/db/database.ts'
import { daily, DAY_MILLISECONDS } from '#server/platform/scheduling/daily.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'

interface Retention {
  /** Days of retention; null keeps all entries. */
  readonly auditDays: number | null
  readonly clock: Clock
  readonly log: Log
}

/** Deletes old audit entries now and once a day. Returns the function that stops it. */
export function keepAuditFor(database: Database, { auditDays, clock, log }: Retention): () => void {
  if (auditDays === null) return () => {}
  const work = () => deleteOldAudit(database, auditDays, clock())
  return daily(work, log, 'old audit entries were not deleted')
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
