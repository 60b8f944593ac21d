import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { deleteTokens } from '#server/store/accounts/access-tokens.ts'
import { deleteEnrolment } from '#server/store/accounts/second-factors.ts'

export interface NewAccount {
  readonly username: string
  readonly passwordHash: string
  readonly isAdmin: boolean
  readonly collections: readonly string[]
}

export interface AccountRow {
  readonly username: string
  readonly isAdmin: boolean
  readonly isDemo: boolean
  readonly hasSecondFactor: boolean
  readonly collections: readonly string[]
}

export async function accountIdOf(connection: Connection, username: string): Promise<number | null> {
  const Row = v.object({ account_id: v.number() })
  const [row] = await rowsOf(connection, Row, sql`SELECT account_id FROM account WHERE username = ${username}`)
  return row?.account_id ?? null
}

/** The name must be new. */
export async function insertAccount(connection: Connection, account: NewAccount): Promise<void> {
  await connection.run(
    sql`INSERT INTO account (account_id, username, password_hash, is_admin, collections)
     VALUES (nextval('id_sequence'), ${account.username}, ${account.passwordHash},
       ${account.isAdmin}, ${account.collections})`,
  )
}

export async function readAccounts(connection: Connection): Promise<AccountRow[]> {
  const Row = v.object({
    username: v.string(),
    is_admin: v.boolean(),
    is_demo: v.boolean(),
    has_second_factor: v.boolean(),
    collections: v.array(v.string()),
  })
  const rows = await rowsOf(
    connection,
    Row,
    `SELECT username, is_admin, is_demo, collections,
            account_id IN (SELECT account_id FROM second_factor) AS has_second_factor
     FROM account ORDER BY username`,
  )
  return rows.map(({ username, collections, ...row }) => ({
    username,
    isAdmin: row.is_admin,
    isDemo: row.is_demo,
    hasSecondFactor: row.has_second_factor,
    collections,
  }))
}

/** Sets a password and ends all sessions. A demo account becomes a regular one. */
export async function updatePassword(connection: Connection, accountId: number, passwordHash: string): Promise<void> {
  await connection.run(
    sql`UPDATE account SET password_hash = ${passwordHash}, is_demo = FALSE WHERE account_id = ${accountId}`,
  )
  await deleteEnrolment(connection, accountId)
  await deleteTokens(connection, accountId)
  await endSessions(connection, accountId)
}

export async function endSessions(connection: Connection, accountId: number): Promise<void> {
  await connection.run(sql`DELETE FROM session WHERE account_id = ${accountId}`)
}

/** Replaces the collections that an account may read. */
export async function updateCollections(
  connection: Connection,
  accountId: number,
  collections: readonly string[],
): Promise<void> {
  await connection.run(sql`UPDATE account SET collections = ${collections} WHERE account_id = ${accountId}`)
}

export async function takeAdminRight(connection: Connection, accountId: number): Promise<void> {
  await connection.run(sql`UPDATE account SET is_admin = FALSE WHERE account_id = ${accountId}`)
}
