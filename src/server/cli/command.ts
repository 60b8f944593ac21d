import type { Readable } from 'node:stream'
import type { PasswordSource } from '#server/cli/read-password.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { SecretKey } from '#server/platform/security/secret-key.ts'

/** Context of a running command, in its own process or in the running server. */
export interface CommandContext {
  readonly database: Database
  /** Signs checkpoints of the audit log. */
  readonly auditKey: SecretKey
  /** The key of pseudonyms in downloads. */
  readonly traceKey: SecretKey
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

/** The user asked for help; the message is the usage text. */
export class HelpRequested extends Error {}

/** An expected failure; the message is printed without a stack. */
export class CommandFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CommandFailure'
  }
}

export interface Streams {
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly out: (text: string) => void
  readonly error: (text: string) => void
  readonly environment: Readonly<Record<string, string | undefined>>
}

export const PROCESS_STREAMS: Streams = {
  input: process.stdin,
  out: (text) => process.stdout.write(`${text}\n`),
  error: (text) => process.stderr.write(`${text}\n`),
  environment: process.env,
}
