import type { Database } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import type { Clock, Log } from '#server/platform/process/runtime.ts'
import { insertAuditRow } from '#server/store/audit/write.ts'
import { emptyTrashBefore } from '#server/store/trash/trash.ts'

export const DAY_MILLISECONDS = 24 * 60 * 60_000

export interface Retention {
  readonly days: number
  readonly now: number
}

interface TrashOptions extends Omit<Retention, 'now'> {
  readonly clock: Clock
  readonly log: Log
}

/** Empties the trash of old objects now and once a day; a failure is logged. Returns the function that stops it. */
export function keepTrash(database: Database, { days, clock, log }: TrashOptions): () => void {
  const run = () =>
    void emptyOldTrash(database, { days, now: clock() }).catch((error: unknown) =>
      log.warn({ error: error instanceof Error ? error.message : '' }, 'old entries of the trash were not deleted'),
    )
  run()
  const timer = setInterval(run, DAY_MILLISECONDS).unref()
  return () => clearInterval(timer)
}

/** Deletes for good the objects that were in the trash for so many days, and audits their number; returns it. */
export function emptyOldTrash(database: Database, { days, now }: Retention): Promise<number> {
  return withWriteLock(database, async (connection) => {
    const deleted = await emptyTrashBefore(connection, now - days * DAY_MILLISECONDS)
    const row = { now, username: null, address: 'server', action: 'trash retention', status: 200 }
    if (deleted > 0) await insertAuditRow(connection, { ...row, subject: { days, deleted } })
    return deleted
  })
}
