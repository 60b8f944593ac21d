import { atom, type Atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import { commandView, sameView, type CommandView } from '#command-kit/availability.ts'
import type { CommandContext } from '#command-kit/context.ts'
import type { Invocation } from '#command-kit/declaration.ts'
import type { CommandKit } from '#command-kit/kit.ts'

/**
 * A value computed from a command context; recomputed when an atom it read changes. `available` and the like stay plain
 * functions of the store.
 */
export function contextAtom<Value>(
  kit: CommandKit,
  compute: (context: CommandContext) => Value,
  pane: string | null = null,
): Atom<Value> {
  return atom((get) => compute(kit.contextFor('button', { ...kit.store, get }, pane)))
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
