import * as v from 'valibot'
import type { KeyedChange } from '#server/model/change-record.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Retention of an idempotency key. */
const RETENTION_MILLISECONDS = 24 * 60 * 60 * 1000

/**
 * Idempotent change: a repeated key returns the stored result without repeating the change. Clients retry after a lost
 * response.
 */
export async function runOnce(
  connection: Connection,
  { accountId, key, now }: KeyedChange,
  work: (connection: Connection) => Promise<number | null>,
): Promise<number | null> {
  const own = `${accountId} ${key}`
  const Kept = v.object({ made: v.nullable(v.number()) })
  const [kept] = await rowsOf(connection, Kept, sql`SELECT made FROM kept_answer WHERE change_key = ${own}`)
  if (kept) return kept.made
  const made = await work(connection)
  await connection.run(
    sql`DELETE FROM kept_answer WHERE kept_at < epoch_ms(CAST(${now - RETENTION_MILLISECONDS} AS BIGINT))`,
  )
  await connection.run(
    sql`INSERT INTO kept_answer VALUES (${accountId}, ${own}, ${made}, epoch_ms(CAST(${now} AS BIGINT)))`,
  )
  return made
}

/** Deletes the keys of a deleted object, so that the same key can create it again. */
export async function deleteKeys(connection: Connection, accountId: number, deletedId: number): Promise<void> {
  await connection.run(sql`DELETE FROM kept_answer WHERE account_id = ${accountId} AND made = ${deletedId}`)
}
