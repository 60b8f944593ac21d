import type { User } from '#server/model/user.ts'
import type { Sessions } from '#server/store/accounts/sessions.ts'
import { dataOrigin } from '#server/store/data-origin.ts'
import { demoUsernames } from '#server/store/accounts/accounts.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Whether an import would delete the account: it came with the synthetic data that give way. */
export async function wouldGo(connection: Connection, { username }: User): Promise<boolean> {
  if ((await dataOrigin(connection)) === 'imported') return false
  return (await demoUsernames(connection)).includes(username)
}

/**
 * Makes an account that came with synthetic data a real one, with a password of its own, so that it stays when they give
 * way. Whoever else is signed in with the old password is signed out.
 */
export async function keepAccount(
  connection: Connection,
  sessions: Sessions,
  { accountId, passwordHash, token }: { accountId: number; passwordHash: string; token: string },
): Promise<void> {
  await connection.run(
    sql`UPDATE account SET password_hash = ${passwordHash}, is_demo = FALSE WHERE account_id = ${accountId}`,
  )
  await sessions.endOthers(connection, accountId, token)
}
