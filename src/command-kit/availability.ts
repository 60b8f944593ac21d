import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import type { CommandContext } from '#command-kit/context.ts'
import type { Availability, Command, InvocationOf } from '#command-kit/declaration.ts'
import type { Registry } from '#command-kit/registry.ts'

export interface CommandView {
  readonly title: string
  readonly isVisible: boolean
  readonly availability: Availability
}

function viewOf<Id extends CommandId>(
  command: Command<ArgumentsOf<Id>>,
  context: CommandContext,
  args: Partial<ArgumentsOf<Id>>,
): CommandView {
  return {
    title: typeof command.title === 'string' ? command.title : command.title(context, args),
    isVisible: command.visible?.(context, args) ?? true,
    availability: command.available?.(context, args) ?? true,
  }
}

export function commandView<Id extends CommandId>(
  registry: Registry,
  context: CommandContext,
  { id, args }: InvocationOf<Id>,
): CommandView {
  return viewOf<Id>(registry.command(id), context, args)
}

/** The reason why a command is unavailable; undefined if it is available. */
export function reasonOf(availability: Availability): string | undefined {
  if (availability === true) return undefined
  return availability === 'pending' ? 'Not known yet.' : availability.because
}

export function sameView(one: CommandView, other: CommandView): boolean {
  return (
    one.title === other.title &&
    one.isVisible === other.isVisible &&
    (one.availability === true) === (other.availability === true) &&
    reasonOf(one.availability) === reasonOf(other.availability)
  )
}
