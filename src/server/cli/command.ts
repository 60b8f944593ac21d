import type { PasswordSource } from '#server/cli/read-password.ts'
import type { Database } from '#server/platform/db/database.ts'

/** Context of a running command, in its own process or in the running server. */
export interface CommandContext {
  readonly database: Database
  /** Working directory of the user; base of relative paths. */
  readonly folder: string
  /** User name of the operating system. */
  readonly typedBy: string
  /** Aborted when the user's terminal closes. */
  readonly signal: AbortSignal
  readonly out: (text: string) => void
  readonly askPassword: (source: PasswordSource) => Promise<string>
}

/** Parses the arguments, throws if they are invalid, and returns the function that runs the command. */
export type Command = (words: readonly string[]) => (context: CommandContext) => Promise<void>
