import { demoUsernames, DEMO_ACCOUNTS } from '#server/store/accounts/accounts.ts'
import { inTransaction, type Database } from '#server/platform/db/database.ts'

/** The lines printed at start: the address, and the demo accounts while the data are synthetic. */
export async function welcome(address: string, database: Database): Promise<string> {
  const usernames = await inTransaction(database, demoUsernames)
  const accounts = DEMO_ACCOUNTS.filter(({ username }) => usernames.includes(username))
  const lines = accounts.map(({ username, password, about }) => `  ${username} / ${password}  ${about}`)
  const demo = lines.length === 0 ? [] : ['The data are synthetic. Accounts to try them:', ...lines]
  return [`Listening on ${address}`, ...demo, ''].join('\n')
}
