import type { CommandContext } from '#server/cli/command.ts'
import type { Database } from '#server/platform/db/database.ts'
import { secretKeyInMemory } from '#server/platform/security/secret-key.ts'

/** The context of a command without a terminal. The response to the password prompt is `password`. */
export function commandContext(database: Database, password?: string): CommandContext {
  return {
    database,
    auditKey: secretKeyInMemory(),
    traceKey: secretKeyInMemory(),
    folder: '.',
    typedBy: 'test',
    signal: new AbortController().signal,
    out: () => undefined,
    askPassword: () =>
      password === undefined ? Promise.reject(new Error('No password is asked for.')) : Promise.resolve(password),
  }
}
