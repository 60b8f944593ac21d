import { atom, type Atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import type { CommandContext, Source } from '#command-kit/context.ts'
import type { Availability, Command, InvocationOf, Invocation } from '#command-kit/declaration.ts'
import type { CommandKit } from '#command-kit/kit.tsx'
import type { Registry } from '#command-kit/registry.ts'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import { ariaKeyShortcuts, spokenKeys, isApple } from '#ui/key-names.ts'

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

interface CommandAttributes {
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

/**
 * A value computed from a command context; recomputed when an atom it read changes. `available` and the like stay plain
 * functions of the store.
 */
export function contextAtom<Value>(
  kit: CommandKit,
  compute: (context: CommandContext) => Value,
  pane: string | null = null,
  source: Source = 'button',
): Atom<Value> {
  return atom((get) => compute(kit.contextFor(source, { ...kit.store, get }, pane)))
}

/** A command's title, visibility and availability as an atom. */
export function commandViewAtom(
  kit: CommandKit,
  invocation: Invocation,
  pane: string | null = null,
): Atom<CommandView> {
  const viewAtom = contextAtom(kit, (context) => commandView(kit.registry, context, invocation), pane)
  return selectAtom(viewAtom, (view) => view, sameView)
}
