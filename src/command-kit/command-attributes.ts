import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import type { Command } from '#command-kit/declaration.ts'
import { reasonOf, type CommandView } from '#command-kit/availability.ts'
import { ariaKeyShortcuts, spokenKeys } from '#ui/key-names.ts'
import { isApple } from '#ui/platform.ts'

export interface CommandAttributes {
  /** Identifies the control's command in tests. */
  readonly 'data-command': CommandId
  /** Shown by the page's single tooltip. */
  readonly 'data-tooltip': string
  readonly 'aria-description': string
  readonly 'aria-keyshortcuts'?: string
  readonly 'aria-disabled'?: true
  readonly 'aria-describedby'?: string
}

/** Attributes of a command's button or link: help, keys, and the reason why it is disabled. */
export function commandAttributes<Id extends CommandId>(
  id: Id,
  command: Command<ArgumentsOf<Id>>,
  { availability }: CommandView,
  reasonId: string,
  seqs: readonly string[],
): CommandAttributes {
  const apple = isApple()
  const shortcuts = ariaKeyShortcuts(seqs, apple)
  const keys = seqs.map((seq) => spokenKeys(seq, apple)).join(', ')
  const reason = reasonOf(availability)
  return {
    'data-command': id,
    'data-tooltip': [command.help, reason, keys && `(${keys})`].filter(Boolean).join(' '),
    'aria-description': command.help,
    ...(shortcuts !== undefined && { 'aria-keyshortcuts': shortcuts }),
    ...(reason !== undefined && { 'aria-disabled': true, 'aria-describedby': reasonId }),
  }
}
