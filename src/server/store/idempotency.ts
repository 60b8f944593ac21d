import * as v from 'valibot'
import type { KeyedChange } from '#server/model/change-record.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'

/** So long somebody may ask once more for what was done by a key. */
const KEPT_MILLISECONDS = 24 * 60 * 60 * 1000

/**
 * Does a change within a transaction and keeps by its key what it made, or where that is kept already gives it and does
 * nothing: an answer that was lost on its way can be asked for once more.
 */
export async function runOnce(
  connection: Connection,
  { accountId, key, now }: KeyedChange,
  work: (connection: Connection) => Promise<number | null>,
): Promise<number | null> {
  const own = `${accountId} ${key}`
  const Kept = v.object({ made: v.nullable(v.number()) })
  const [kept] = await rowsOf(connection, Kept, `SELECT made FROM kept_answer WHERE change_key = $1`, [own])
  if (kept) return kept.made
  const made = await work(connection)
  await connection.run(`DELETE FROM kept_answer WHERE kept_at < epoch_ms(CAST($1 AS BIGINT))`, [
    now - KEPT_MILLISECONDS,
  ])
  await connection.run(`INSERT INTO kept_answer VALUES ($1, $2, $3, epoch_ms(CAST($4 AS BIGINT)))`, [
    accountId,
    own,
    made,
    now,
  ])
  return made
}

/** What was deleted may be made anew, by the same key too where the answer that it was made was never seen. */
export async function deleteKeys(connection: Connection, accountId: number, deletedId: number): Promise<void> {
  await connection.run(`DELETE FROM kept_answer WHERE account_id = $1 AND made = $2`, [accountId, deletedId])
}
