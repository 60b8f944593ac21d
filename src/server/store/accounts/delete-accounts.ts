import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { raw, sql } from '#server/platform/db/sql.ts'

/** What accounts make that rests on the research data, and goes when those do. */
export const MADE_OF_DATA = ['download', 'variable_set', 'cohort', 'custom_variable', 'variable_edit'] as const
/** What belongs to an account apart from the data. */
export const KEPT_FOR_ACCOUNTS = [
  'session',
  'second_factor',
  'recovery_code',
  'spent_code',
  'current_project',
  'project',
  'default_project',
  'kept_answer',
  'disclosure',
] as const

/** Deletes accounts, ends their sessions and deletes all that they made. */
export async function deleteAccounts(connection: Connection, accountIds: readonly number[]): Promise<void> {
  for (const accountId of accountIds) {
    await connection.run(
      sql`DELETE FROM cohort_member WHERE cohortid IN (SELECT cohortid FROM cohort WHERE account_id = ${accountId})`,
    )
    await connection.run(
      sql`DELETE FROM variable_edit_decision WHERE edit_id IN (SELECT edit_id FROM variable_edit WHERE account_id = ${accountId})`,
    )
    for (const table of [...MADE_OF_DATA, ...KEPT_FOR_ACCOUNTS, 'account']) {
      await connection.run(sql`DELETE FROM ${raw(table)} WHERE account_id = ${accountId}`)
    }
  }
}

/** Deletes the accounts that came with synthetic data; answers how many there were. */
export async function deleteDemoAccounts(connection: Connection): Promise<number> {
  const Account = v.object({ account_id: v.number() })
  const accounts = await rowsOf(connection, Account, `SELECT account_id FROM account WHERE is_demo`)
  await deleteAccounts(
    connection,
    accounts.map((account) => account.account_id),
  )
  return accounts.length
}
