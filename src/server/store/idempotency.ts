import * as v from 'valibot'
import { KEY_REUSED } from '#domain/messages.ts'
import type { KeyedChange } from '#server/model/change-record.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { meaningless } from '#server/platform/http/refusal.ts'

/** Retention of an idempotency key. */
const RETENTION_MILLISECONDS = 24 * 60 * 60 * 1000

/**
 * Idempotent change: a repeated key returns the stored result without repeating the change. Clients retry after a lost
 * response. The key of another request is refused; rows of earlier versions have no hash to compare.
 */
export async function runOnce(
  connection: Connection,
  { accountId, key, requestHash, now }: KeyedChange,
  work: (connection: Connection) => Promise<number | null>,
): Promise<number | null> {
  const changeKey = `${accountId} ${key}`
  const Kept = v.object({ made: v.nullable(v.number()), request_hash: v.nullable(v.string()) })
  const [kept] = await rowsOf(
    connection,
    Kept,
    sql`SELECT made, request_hash FROM kept_answer WHERE change_key = ${changeKey}`,
  )
  if (kept && kept.request_hash !== null && kept.request_hash !== requestHash) throw meaningless(KEY_REUSED)
  if (kept) return kept.made
  const made = await work(connection)
  await connection.run(
    sql`DELETE FROM kept_answer WHERE kept_at < epoch_ms(CAST(${now - RETENTION_MILLISECONDS} AS BIGINT))`,
  )
  await connection.run(
    sql`INSERT INTO kept_answer (account_id, change_key, made, kept_at, request_hash)
     VALUES (${accountId}, ${changeKey}, ${made}, epoch_ms(CAST(${now} AS BIGINT)), ${requestHash})`,
  )
  return made
}

/** Deletes the keys of a deleted object, so that the same key can create it again. */
export async function deleteKeys(connection: Connection, accountId: number, deletedId: number): Promise<void> {
  await connection.run(sql`DELETE FROM kept_answer WHERE account_id = ${accountId} AND made = ${deletedId}`)
}
