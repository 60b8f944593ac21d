import { withWriteLock } from '#server/platform/db/write-lock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Clock, Log } from '#server/platform/process/runtime.ts'
import { deleteAuditBefore, insertAuditRow } from '#server/store/audit/audit.ts'
import { emptyTrashBefore } from '#server/store/trash/trash.ts'

export const DAY_MILLISECONDS = 24 * 60 * 60_000

/** Entries that are kept for a number of days: how those before a moment are deleted. */
const RETENTIONS = { audit: deleteAuditBefore, trash: emptyTrashBefore } as const

type Kind = keyof typeof RETENTIONS

interface Retention {
  /** Null keeps all entries. */
  readonly days: number | null
  readonly clock: Clock
  readonly log: Log
}

/** Deletes old entries for good, now and once a day; a failure is logged. Returns the function that stops it. */
export function keepFor(database: Database, kind: Kind, { days, clock, log }: Retention): () => void {
  if (days === null) return () => {}
  const run = () =>
    void deleteOlder(database, kind, { days, now: clock() }).catch((error: unknown) =>
      log.warn({ error: error instanceof Error ? error.message : '' }, `old entries of the ${kind} were not deleted`),
    )
  run()
  const timer = setInterval(run, DAY_MILLISECONDS).unref()
  return () => clearInterval(timer)
}

/** Deletes for good the entries older than so many days, and audits their number; returns it. */
export function deleteOlder(
  database: Database,
  kind: Kind,
  { days, now }: { readonly days: number; readonly now: number },
): Promise<number> {
  return withWriteLock(database, async (connection) => {
    const deleted = await RETENTIONS[kind](connection, now - days * DAY_MILLISECONDS)
    const row = { now, username: null, address: 'server', action: `${kind} retention`, status: 200 }
    if (deleted > 0) await insertAuditRow(connection, { ...row, subject: { days, deleted } })
    return deleted
  })
}
