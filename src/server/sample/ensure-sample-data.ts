import { DEMO_ACCOUNTS } from '#server/accounts/demo-accounts.ts'
import { hashPassword, PASSWORD_COST, type PasswordCost } from '#server/accounts/passwords.ts'
import { setDataOrigin } from '#server/import/data-origin.ts'
import { storeForms } from '#server/import/store-forms.ts'
import { storePeople } from '#server/import/store-people.ts'
import { countAccounts, insertDemoAccount } from '#server/queries/accounts.ts'
import { readStatistics } from '#server/queries/statistics.ts'
import { makeForms } from '#server/sample/make-forms.ts'
import { makeSubjects } from '#server/sample/make-subjects.ts'
import { createRandom } from '#server/sample/random.ts'
import { inTransaction, type Connection, type Database } from '#server/storage/database.ts'
import { raiseDataVersion } from '#server/storage/data-version.ts'

const SEED = 20_040_202

/**
 * Fills a database that holds nobody with a small synthetic set and, where there is no account yet, with the demo
 * accounts; else changes nothing. The data are the same every time.
 */
export async function ensureSampleData(database: Database, cost: PasswordCost = PASSWORD_COST): Promise<void> {
  const { individuals } = await inTransaction(database, readStatistics)
  if (individuals > 0) return
  const random = createRandom(SEED)
  const subjects = makeSubjects(random)
  const forms = makeForms(subjects, random)
  const hashes = await Promise.all(DEMO_ACCOUNTS.map((account) => hashPassword(account.password, cost)))
  await inTransaction(database, async (connection) => {
    const numbers = await storePeople(connection, subjects)
    await storeForms(connection, forms, numbers)
    await insertDemoAccounts(connection, hashes)
    await setDataOrigin(connection, 'sample')
    await raiseDataVersion(connection)
  })
}

async function insertDemoAccounts(connection: Connection, hashes: readonly string[]): Promise<void> {
  if ((await countAccounts(connection)) > 0) return
  for (const [index, account] of DEMO_ACCOUNTS.entries()) {
    await insertDemoAccount(connection, account, hashes[index] ?? '')
  }
}
