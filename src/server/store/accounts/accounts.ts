import * as v from 'valibot'
import type { User } from '#server/model/user.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql, raw } from '#server/platform/db/sql.ts'
import { deleteTokens } from '#server/store/accounts/access-tokens.ts'
import { deleteEnrolment } from '#server/store/accounts/second-factors.ts'
import { HISTORY_TABLE } from '#server/store/history/versions.ts'
import { TRASH_TABLES } from '#server/store/trash/trash.ts'

/** Columns of an account that form a user. */
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

/** The fields for checking a login. */
export interface Credentials {
  readonly user: User
  readonly passwordHash: string
}

/** Null for an unknown user. */
export async function findCredentials(connection: Connection, username: string): Promise<Credentials | null> {
  const [row] = await rowsOf(
    connection,
    v.object({ ...UserRow, password_hash: v.string() }),
    sql`SELECT ${USER_COLUMNS}, password_hash FROM account WHERE username = ${username}`,
  )
  return row ? { user: userOfRow(row), passwordHash: row.password_hash } : null
}

/** The caller decides which sessions end. A secret that was asked for with the old password is void. */
export async function setPassword(connection: Connection, accountId: number, passwordHash: string): Promise<void> {
  await deleteEnrolment(connection, accountId)
  await deleteTokens(connection, accountId)
  await connection.run(sql`UPDATE account SET password_hash = ${passwordHash} WHERE account_id = ${accountId}`)
}

/** Includes demo accounts. */
export async function countAccounts(connection: Connection): Promise<number> {
  const [row] = await rowsOf(
    connection,
    v.object({ accounts: v.number() }),
    `SELECT CAST(count(*) AS INTEGER) AS accounts FROM account`,
  )
  return row?.accounts ?? 0
}

export async function demoUsernames(connection: Connection): Promise<string[]> {
  const rows = await rowsOf(
    connection,
    v.object({ username: v.string() }),
    `SELECT username FROM account WHERE is_demo`,
  )
  return rows.map((row) => row.username)
}

/** Adds an account that is deleted with the demo data. */
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

export interface DemoAccount {
  readonly username: string
  readonly password: string
  readonly about: string
  readonly firstName: string
  readonly lastName: string
  readonly isAdmin: boolean
  readonly collections: readonly string[]
}

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    username: 'admin',
    password: 'demo',
    about: 'Administrator: reads all collections, edits variables',
    firstName: 'Ada',
    lastName: 'Admin',
    isAdmin: true,
    collections: [],
  },
  {
    username: 'researcher',
    password: 'demo',
    about: 'Reads the collections bp, sz, dp, au and ct',
    firstName: 'Robin',
    lastName: 'Researcher',
    isAdmin: false,
    collections: ['bp', 'sz', 'dp', 'au', 'ct'],
  },
  {
    username: 'newcomer',
    password: 'demo',
    about: 'Reads no collection yet',
    firstName: 'Nico',
    lastName: 'Newcomer',
    isAdmin: false,
    collections: [],
  },
]

/** Tables of users' objects that depend on the research data and are deleted with them. */
export const MADE_OF_DATA = [
  'download',
  'download_file',
  'variable_set',
  'cohort',
  'custom_variable',
  'variable_edit',
] as const

/** Tables of an account's rows that do not depend on the research data, or of which only a part does. */
export const KEPT_FOR_ACCOUNTS = [
  'session',
  'access_token',
  'second_factor',
  'second_factor_enrolment',
  'recovery_code',
  'spent_code',
  'current_project',
  'project',
  'default_project',
  'kept_answer',
  'disclosure',
  HISTORY_TABLE,
] as const

/** Deletes accounts with their sessions and objects. */
export async function deleteAccounts(connection: Connection, accountIds: readonly number[]): Promise<void> {
  for (const accountId of accountIds) {
    for (const table of ['cohort_member', 'cohort_withdrawal']) {
      await connection.run(
        sql`DELETE FROM ${raw(table)} WHERE cohortid IN (SELECT cohortid FROM cohort WHERE account_id = ${accountId}
          UNION ALL SELECT cohortid FROM deleted_cohort WHERE account_id = ${accountId})`,
      )
    }
    await connection.run(
      sql`DELETE FROM variable_edit_decision WHERE edit_id IN (SELECT edit_id FROM variable_edit WHERE account_id = ${accountId})`,
    )
    for (const table of [...MADE_OF_DATA, ...TRASH_TABLES, ...KEPT_FOR_ACCOUNTS, 'account']) {
      await connection.run(sql`DELETE FROM ${raw(table)} WHERE account_id = ${accountId}`)
    }
  }
}

/** Returns the number of deleted accounts. */
export async function deleteDemoAccounts(connection: Connection): Promise<number> {
  const Account = v.object({ account_id: v.number() })
  const accounts = await rowsOf(connection, Account, `SELECT account_id FROM account WHERE is_demo`)
  await deleteAccounts(
    connection,
    accounts.map((account) => account.account_id),
  )
  return accounts.length
}
