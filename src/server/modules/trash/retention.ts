import type { Database } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import type { Clock, Log } from '#server/platform/process/runtime.ts'
import { daily, DAY_MILLISECONDS } from '#server/platform/scheduling/daily.ts'
import { insertAuditRow } from '#server/store/audit/audit.ts'
import { emptyTrashBefore } from '#server/store/trash/trash.ts'

interface Retention {
  /** Days for which deleted objects can be restored. */
  readonly trashDays: number
  readonly clock: Clock
  readonly log: Log
}

/** Deletes old objects of the trash for good, now and once a day. Returns the function that stops it. */
export function keepTrashFor(database: Database, { trashDays, clock, log }: Retention): () => void {
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
