import type { PasswordSource } from '#server/cli/read-password.ts'
import type { Database } from '#server/platform/db/database.ts'

/** What a command has while it runs, in a process of its own or in the running server. */
export interface CommandContext {
  readonly database: Database
  /** Where relative paths begin: the folder in which the command was typed. */
  readonly folder: string
  /** Who typed it, as the system knows them. */
  readonly typedBy: string
  /** Aborted when whoever typed it is gone. */
  readonly signal: AbortSignal
  readonly out: (text: string) => void
  readonly askPassword: (source: PasswordSource) => Promise<string>
}

/** Reads a command's words, throwing where they are wrong; what it answers does the work. */
export type Command = (words: readonly string[]) => (context: CommandContext) => Promise<void>
