import { audit } from '#server/cli/audit.ts'
import { backup } from '#server/cli/backup.ts'
import { CommandFailure, HelpRequested, type Command, type Streams } from '#server/cli/command.ts'
import { importData } from '#server/cli/import.ts'
import { citus } from '#server/cli/postgres.ts'
import { release } from '#server/cli/release.ts'
import { trace } from '#server/cli/trace.ts'
import { user } from '#server/cli/user.ts'
import { ImportRefused } from '#server/modules/imports/source/problem.ts'
import { ConfigurationError } from '#server/platform/configuration/configuration.ts'
import { isDiskFull } from '#server/platform/db/data-folder.ts'

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['import', importData],
  ['user', user],
  ['backup', backup],
  ['release', release],
  ['audit', audit],
  ['trace', trace],
  ['citus', citus],
])

export function commandNamed(name: string): Command | null {
  return COMMANDS.get(name) ?? null
}

/** Runs a command and returns its exit code. Expected failures print their message only. */
export async function runCommand(streams: Streams, command: () => Promise<void>): Promise<number> {
  try {
    await command()
    return 0
  } catch (error) {
    if (error instanceof HelpRequested) {
      streams.out(error.message)
      return 0
    }
    if (isExpected(error)) {
      streams.error(error.message)
      return 1
    }
    if (isDiskFull(error)) {
      streams.error('The disk is full. Nothing was changed.')
      return 1
    }
    throw error
  }
}

/** Whether the message suffices for a user at a terminal. */
export function isExpected(error: unknown): error is Error {
  const expected = [CommandFailure, ConfigurationError, ImportRefused]
  return expected.some((kind) => error instanceof kind) || isArgumentError(error)
}

/** parseArgs throws plain errors with this prefix; their messages are complete sentences. */
function isArgumentError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}
