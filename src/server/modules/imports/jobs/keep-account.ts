import type { User } from '#server/model/user.ts'
import type { Sessions } from '#server/store/accounts/sessions.ts'
import { dataOrigin } from '#server/store/data-origin.ts'
import { demoUsernames } from '#server/store/accounts/accounts.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Whether an import would delete the account, because it is synthetic. */
export async function wouldGo(connection: Connection, { username }: User): Promise<boolean> {
  if ((await dataOrigin(connection)) === 'imported') return false
  return (await demoUsernames(connection)).includes(username)
}

/**
 * Turns a demo account into a real one with a new password, so that an import keeps it. Ends the account's other
 * sessions.
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
