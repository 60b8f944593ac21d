import * as v from 'valibot'
import type { User } from '#server/model/user.ts'
import { preparedRowsOf, rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { USER_COLUMNS, userOfRow, UserRow } from '#server/store/accounts/accounts.ts'

const Times = v.object({ account_id: v.number(), created_at: v.number(), seen_at: v.number() })
const Account = v.object(UserRow)

export interface FoundSession {
  readonly user: User
  readonly createdAt: number
  readonly seenAt: number
}

/** A session with its account and its times in milliseconds, or null. The caller decides whether it has expired. */
export async function findSession(connection: Connection, tokenHash: string): Promise<FoundSession | null> {
  // Every request waits for these queries: planning a join takes longer than two lookups by key.
  const [times] = await preparedRowsOf(
    connection,
    Times,
    sql`SELECT account_id, CAST(epoch_ms(created_at) AS FLOAT8) AS created_at, CAST(epoch_ms(seen_at) AS FLOAT8) AS seen_at
     FROM session WHERE token_hash = ${tokenHash}`,
  )
  if (!times) return null
  const user = await findUser(connection, times.account_id)
  return user && { user, createdAt: times.created_at, seenAt: times.seen_at }
}

export async function findUser(connection: Connection, accountId: number): Promise<User | null> {
  const statement = sql`SELECT ${USER_COLUMNS} FROM account WHERE account_id = ${accountId}`
  const [account] = await preparedRowsOf(connection, Account, statement)
  return account ? userOfRow(account) : null
}

export interface NewSession {
  readonly tokenHash: string
  readonly accountId: number
  readonly program: string
}

/** `now` is in milliseconds. */
export async function insertSession(
  connection: Connection,
  { tokenHash, accountId, program }: NewSession,
  now: number,
): Promise<void> {
  await connection.run(
    sql`INSERT INTO session (token_hash, account_id, program, created_at, seen_at)
     VALUES (${tokenHash}, ${accountId}, ${program}, epoch_ms(CAST(${now} AS BIGINT)), epoch_ms(CAST(${now} AS BIGINT)))`,
  )
}

export async function touchSession(connection: Connection, tokenHash: string, now: number): Promise<void> {
  await connection.run(
    sql`UPDATE session SET seen_at = epoch_ms(CAST(${now} AS BIGINT)) WHERE token_hash = ${tokenHash}`,
  )
}

export async function deleteSession(connection: Connection, tokenHash: string): Promise<void> {
  await connection.run(sql`DELETE FROM session WHERE token_hash = ${tokenHash}`)
}

/** Returns the number of ended sessions. */
export function deleteOtherSessions(connection: Connection, accountId: number, tokenHash: string): Promise<number> {
  return connection.run(sql`DELETE FROM session WHERE account_id = ${accountId} AND token_hash <> ${tokenHash}`)
}

const Kept = v.object({
  token_hash: v.string(),
  program: v.nullable(v.string()),
  created_at: v.number(),
  seen_at: v.number(),
})
export type KeptSession = v.InferOutput<typeof Kept>

/** Sessions of an account, newest first. */
export function sessionsOf(connection: Connection, accountId: number): Promise<KeptSession[]> {
  return rowsOf(
    connection,
    Kept,
    sql`SELECT token_hash, program,
            CAST(epoch_ms(created_at) AS FLOAT8) AS created_at, CAST(epoch_ms(seen_at) AS FLOAT8) AS seen_at
     FROM session WHERE account_id = ${accountId} ORDER BY session.created_at DESC`,
  )
}

/** Deletes sessions last used, or begun, before these moments in milliseconds. */
export async function deleteExpiredSessions(
  connection: Connection,
  seenBefore: number,
  createdBefore: number,
): Promise<void> {
  await connection.run(
    sql`DELETE FROM session
     WHERE seen_at <= epoch_ms(CAST(${seenBefore} AS BIGINT)) OR created_at <= epoch_ms(CAST(${createdBefore} AS BIGINT))`,
  )
}
