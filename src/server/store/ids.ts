import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { createHash } from 'node:crypto'
import type { Edited } from '#domain/merge-edits.ts'
import { CHANGED_MEANWHILE } from '#domain/messages.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

/** Next id. */
export async function nextId(connection: Connection): Promise<number> {
  const [row] = await rowsOf(
    connection,
    v.object({ id: v.number() }),
    `SELECT CAST(nextval('id_sequence') AS INTEGER) AS id`,
  )
  if (!row) throw new Error('The sequence of ids gave none.')
  return row.id
}

/** A hash of the content, for optimistic locking. */
export function versionOf({ name, description, variables }: Edited): string {
  const content = JSON.stringify([name, description, ...(variables ?? [])])
  return createHash('sha256').update(content).digest('base64url').slice(0, 16)
}

/**
 * Refuses (412) an edit based on an outdated version. An edit that is already applied is accepted: its response may
 * have been lost.
 */
export function requireUnchanged(read: string | null | undefined, now: Edited, wanted: Edited): void {
  const version = versionOf(now)
  if (read == null || read === version || versionOf(wanted) === version) return
  throw new Refusal(412, CHANGED_MEANWHILE)
}
