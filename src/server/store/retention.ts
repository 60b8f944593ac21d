import { withWriteLock } from '#server/platform/db/write-lock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Clock, Log } from '#server/platform/process/runtime.ts'
import { deleteAuditBefore, insertAuditRow } from '#server/store/audit/audit.ts'
import { emptyTrashBefore } from '#server/store/trash/trash.ts'

export const DAY_MILLISECONDS = 24 * 60 * 60_000

/** Runs work now and once a day; a failure is logged. Returns the function that stops it. */
export function daily(work: () => Promise<unknown>, log: Log, failure: string): () => void {
  const run = () =>
    void work().catch((error: unknown) => log.warn({ error: error instanceof Error ? error.message : '' }, failure))
  run()
  const timer = setInterval(run, DAY_MILLISECONDS).unref()
  return () => clearInterval(timer)
}

interface AuditRetention {
  /** Days of retention; null keeps all entries. */
  readonly auditDays: number | null
  readonly clock: Clock
  readonly log: Log
}

/** Deletes old audit entries now and once a day. Returns the function that stops it. */
export function keepAuditFor(database: Database, { auditDays, clock, log }: AuditRetention): () => void {
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

interface TrashRetention {
  /** Days for which deleted objects can be restored. */
  readonly trashDays: number
  readonly clock: Clock
  readonly log: Log
}

/** Deletes old objects of the trash for good, now and once a day. Returns the function that stops it. */
export function keepTrashFor(database: Database, { trashDays, clock, log }: TrashRetention): () => void {
  return daily(() => emptyTrash(database, trashDays, clock()), log, 'the trash was not emptied')
}

/** Deletes for good what was deleted so many days ago, and audits the number; returns it. */
export function emptyTrash(database: Database, days: number, now: number): Promise<number> {
  return withWriteLock(database, async (connection) => {
    const deleted = await emptyTrashBefore(connection, now - days * DAY_MILLISECONDS)
    const row = { now, username: null, address: 'server', action: 'trash retention', status: 200 }
    if (deleted > 0) await insertAuditRow(connection, { ...row, subject: { days, deleted } })
    return deleted
  })
}
