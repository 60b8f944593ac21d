import type { Failure } from '#api/result.ts'
import { fillFromPanes, isComplete } from '#command-kit/arguments.ts'
import { commandView } from '#command-kit/availability.ts'
import type { CommandContext, Outcome, Source, Where } from '#command-kit/context.ts'
import type { Command, Invocation } from '#command-kit/declaration.ts'
import type { Registry } from '#command-kit/registry.ts'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import { UNEXPECTED_ERROR } from '#domain/messages.ts'

export interface RunnerSettings {
  readonly registry: Registry
  readonly contextFor: (source: Source) => CommandContext
  /** Called after each command that ran, with its arguments. */
  readonly onRan: (invocation: Invocation) => void
}

export type Run = (invocation: Invocation, where: Where, source: Source) => Promise<Outcome>

export function createRunner({ registry, contextFor, onRan }: RunnerSettings): Run {
  async function runFilled(given: Invocation, where: Where, context: CommandContext): Promise<Outcome> {
    const command = registry.command(given.id)
    const { isVisible, availability: beforehand } = commandView(registry, context, given)
    if (!isVisible) return 'refused'
    const filled = fillFromPanes(command, given, context).at(-1) ?? given
    const { id, args } = filled
    if (!isComplete(command, args)) {
      if (beforehand !== true) return refuse(context, beforehand)
      context.palette.ask(given, where)
      return 'asked'
    }
    const { availability } = commandView(registry, context, filled)
    if (availability !== true) return refuse(context, availability)
    const failure = await perform(command, id, args, where, context)
    if (failure !== undefined) {
      context.toast.failure(toastOf(failure))
      return 'failed'
    }
    onRan(filled)
    if (command.success !== undefined) context.toast.success(command.success)
    return 'ran'
  }

  async function perform<Id extends CommandId>(
    command: Command<ArgumentsOf<Id>>,
    id: Id,
    args: ArgumentsOf<Id>,
    where: Where,
    context: CommandContext,
  ): Promise<Failure | undefined> {
    if (command.kind === 'action') return (await command.run(context, args)) ?? undefined
    if (command.kind === 'link') window.open(command.url(context, args), '_blank', 'noopener')
    else context.workspace.open(registry.hrefOf({ id, args }), where)
    return undefined
  }

  return async (invocation, where, source) => {
    const context = contextFor(source)
    try {
      return await runFilled(invocation, where, context)
    } catch (error) {
      console.error(error)
      context.toast.error(UNEXPECTED_ERROR)
      return 'failed'
    }
  }
}

/** An unavailable key does nothing; other sources show the reason. */
function refuse(context: CommandContext, availability: 'pending' | { readonly because: string }): Outcome {
  if (availability !== 'pending' && context.source !== 'key') context.toast.error(availability.because)
  return 'refused'
}

/** The server's message, else the failure text (spec section 8). */
function toastOf({ serverMessage, context }: Failure): string {
  return serverMessage ?? context
}
