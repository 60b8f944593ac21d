import type { CommandContext } from '#server/cli/command.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { insertAuditRow } from '#server/store/audit/write.ts'

const OK = 200

/** Commits a change together with its audit row. */
export function recordedChange<Result>(
  context: CommandContext,
  action: string,
  subject: Readonly<Record<string, unknown>>,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  return withWriteLock(context.database, async (connection) => {
    const result = await work(connection)
    await recordCommand(connection, context, action, subject)
    return result
  })
}

/** Audits a command; the action is the name of the command and its option. */
export function recordCommand(
  connection: Connection,
  { typedBy }: CommandContext,
  action: string,
  subject: Readonly<Record<string, unknown>>,
): Promise<void> {
  return insertAuditRow(connection, {
    now: Date.now(),
    username: typedBy,
    address: 'command line',
    action,
    subject,
    status: OK,
  })
}
