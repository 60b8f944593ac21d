import { DEMO_ACCOUNTS } from '#server/store/accounts/demo-accounts.ts'
import { hashPassword, type PasswordCost } from '#server/platform/security/passwords.ts'
import { insertDemoAccount } from '#server/store/accounts/accounts.ts'
import { inTransaction, type Database } from '#server/platform/db/database.ts'

/** Makes the demo accounts. */
export async function makeDemoAccounts(database: Database, cost: PasswordCost): Promise<void> {
  const hashes = await Promise.all(DEMO_ACCOUNTS.map((account) => hashPassword(account.password, cost)))
  await inTransaction(database, async (connection) => {
    for (const [index, account] of DEMO_ACCOUNTS.entries()) {
      await insertDemoAccount(connection, account, hashes[index] ?? '')
    }
  })
}
