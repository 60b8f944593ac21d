import * as v from 'valibot'
import type { DemoAccount } from '#server/store/accounts/demo-accounts.ts'
import type { User } from '#server/model/user.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** The columns of an account that make a user. */
export const USER_COLUMNS = sql`account_id, username, first_name, last_name, is_admin, collections`

export const UserRow = {
  account_id: v.number(),
  username: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  is_admin: v.boolean(),
  collections: v.array(v.string()),
}

const Columns = v.object(UserRow)

/** An account's row as its user. */
export function userOfRow(row: v.InferOutput<typeof Columns>): User {
  return {
    accountId: row.account_id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    isAdmin: row.is_admin,
    collections: row.collections,
  }
}

/** What is needed to check a login; null for an unknown user. */
export async function findCredentials(
  connection: Connection,
  username: string,
): Promise<{ user: User; passwordHash: string } | null> {
  const [row] = await rowsOf(
    connection,
    v.object({ ...UserRow, password_hash: v.string() }),
    sql`SELECT ${USER_COLUMNS}, password_hash FROM account WHERE username = ${username}`,
  )
  return row ? { user: userOfRow(row), passwordHash: row.password_hash } : null
}

/** Changes an account's password; which of its sessions end its caller decides. */
export async function setPassword(connection: Connection, accountId: number, passwordHash: string): Promise<void> {
  await connection.run(sql`UPDATE account SET password_hash = ${passwordHash} WHERE account_id = ${accountId}`)
}

/** How many accounts there are, those of the synthetic data among them. */
export async function countAccounts(connection: Connection): Promise<number> {
  const [row] = await rowsOf(
    connection,
    v.object({ accounts: v.number() }),
    `SELECT CAST(count(*) AS INTEGER) AS accounts FROM account`,
  )
  return row?.accounts ?? 0
}

/** User names of the accounts that came with synthetic data. */
export async function demoUsernames(connection: Connection): Promise<string[]> {
  const rows = await rowsOf(
    connection,
    v.object({ username: v.string() }),
    `SELECT username FROM account WHERE is_demo`,
  )
  return rows.map((row) => row.username)
}

/** Adds an account that comes with the synthetic data, and goes with them. */
export async function insertDemoAccount(
  connection: Connection,
  account: DemoAccount,
  passwordHash: string,
): Promise<void> {
  await connection.run(
    sql`INSERT INTO account VALUES (nextval('id_sequence'), ${account.username}, ${passwordHash},
      ${account.firstName}, ${account.lastName}, ${account.isAdmin},
      ${account.collections}, TRUE)`,
  )
}
