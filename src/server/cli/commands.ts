import { audit } from '#server/cli/audit.ts'
import { backup } from '#server/cli/backup.ts'
import { citus } from '#server/cli/citus.ts'
import type { Command } from '#server/cli/command.ts'
import { importData } from '#server/cli/import.ts'
import { user } from '#server/cli/user.ts'

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['import', importData],
  ['user', user],
  ['backup', backup],
  ['audit', audit],
  ['citus', citus],
])

export function commandNamed(name: string): Command | null {
  return COMMANDS.get(name) ?? null
}
