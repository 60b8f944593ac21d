import { expect, onTestFinished, test } from 'vitest'
import type { CommandContext } from '#server/cli/command.ts'
import { changePassword, turnOffSecondFactor } from '#server/cli/user.ts'
import { inTransaction, type Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { commandContext } from '#tests/support/command-context.ts'
import { allRows } from '#tests/support/import-folders.ts'
import { createTestServer } from '#tests/support/test-server.ts'

const NAME = 'researcher'
const CHANGES: readonly (readonly [string, (context: CommandContext) => Promise<void>])[] = [
  ['password', (context) => changePassword(context, NAME, 'terminal')],
  ['second factor', (context) => turnOffSecondFactor(context, NAME)],
]

/** The database, in which a login stores its session while a change of the credentials is committed. */
function signedInDuringChange(database: Database, accountId: number): Database {
  let isStored = false
  return {
    ...database,
    withLockedConnection: async (work) => {
      const result = await database.withLockedConnection(work)
      if (isStored) return result
      isStored = true
      await inTransaction(database, (connection) =>
        connection.run(
          sql`INSERT INTO session (token_hash, account_id, created_at, seen_at)
              VALUES ('unseen', ${accountId}, '2024-01-01', '2024-01-01')`,
        ),
      )
      return result
    },
  }
}

test.each(CHANGES)('a login during a change of the %s by an administrator leaves no session', async (_, change) => {
  const server = await createTestServer()
  onTestFinished(() => server.close())
  const { database } = server
  const [account] = await allRows(database, `SELECT account_id FROM account WHERE username = '${NAME}'`)
  const accountId = Number(account?.['account_id'])
  await inTransaction(database, (connection) =>
    connection.run(sql`INSERT INTO second_factor VALUES (${accountId}, 'sealed')`),
  )
  await change(commandContext(signedInDuringChange(database, accountId), 'another long password'))
  expect(await allRows(database, 'SELECT token_hash FROM session')).toEqual([])
})
