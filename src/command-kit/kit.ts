import { atom, type Atom } from 'jotai'
import type { ArgumentSource } from '#command-kit/argument-source.ts'
import type { CommandContext, Source, Store, WorkspacePort } from '#command-kit/context.ts'
import type { Invocation } from '#command-kit/declaration.ts'
import { boundKeys, type BoundKeys } from '#command-kit/keys/bound-keys.ts'
import { keyOverridesAtom } from '#command-kit/keys/key-atoms.ts'
import { createPalettePort } from '#command-kit/palette/palette-port.ts'
import type { Registry } from '#command-kit/registry.ts'
import { createRunner, type Run } from '#command-kit/runner.ts'
import { countUse } from '#command-kit/usage.ts'

/** What the app passes in; the rest of a command's context is made here. */
export interface ContextParts extends Omit<CommandContext, 'source' | 'workspace' | 'palette' | 'run'> {
  /**
   * The port over a store: the store itself to act, or one whose reads are watched to tell what is available; as the
   * pane sees it that is named, or the one in focus.
   */
  readonly workspace: (store: Store, pane?: string | null) => WorkspacePort
}

export interface CommandKit {
  readonly registry: Registry
  readonly sources: readonly ArgumentSource[]
  readonly store: Store
  /** Whose uses are counted. */
  readonly username: string
  /** The keys as this user has them. */
  readonly boundKeys: Atom<BoundKeys>
  readonly run: Run
  /** The context for a run; with a store of which somebody watches the reads, for availability that stays true. */
  readonly contextFor: (source: Source, store?: Store, pane?: string | null) => CommandContext
}

/** The last command that may be repeated, with the arguments it ran with. */
export const lastRepeatableAtom = atom<Invocation | null>(null)

/** Ties registry, runner, palette and the app's ports together. */
export function createCommandKit(
  registry: Registry,
  sources: readonly ArgumentSource[],
  parts: ContextParts,
): CommandKit {
  const username = parts.user?.username ?? ''

  function contextFor(source: Source, store: Store = parts.store, pane: string | null = null): CommandContext {
    const workspace = parts.workspace(store, pane)
    return {
      ...parts,
      store,
      source,
      workspace,
      palette: createPalettePort({
        store,
        registry,
        username,
        source,
        workspace,
        last: () => store.get(lastRepeatableAtom),
        run: (invocation) => run(invocation, 'here', source),
      }),
      run: (invocation, where = 'here') => run(invocation, where, source),
    }
  }

  function onRan(invocation: Invocation): void {
    if (registry.command(invocation.id).repeatable === true) parts.store.set(lastRepeatableAtom, invocation)
    countUse(parts.store, username, `command:${invocation.id}`)
  }

  const run = createRunner({ registry, contextFor, onRan })
  const overridesAtom = keyOverridesAtom(username)
  const boundKeysAtom = atom((get) => boundKeys(registry, get(overridesAtom)))
  return { registry, sources, store: parts.store, username, boundKeys: boundKeysAtom, run, contextFor }
}
