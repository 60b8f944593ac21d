import { atom, type Atom, Provider } from 'jotai'
import { createContext, useMemo, type ReactNode } from 'react'
import type { ArgumentSource } from '#command-kit/argument-source.ts'
import type { CommandContext, Source, Store, WorkspacePort } from '#command-kit/context.ts'
import type { Invocation } from '#command-kit/declaration.ts'
import { boundKeys, type BoundKeys, keyOverridesAtom } from '#command-kit/keys/bound-keys.ts'
import { createPalettePort } from '#command-kit/palette/palette-port.ts'
import type { Registry } from '#command-kit/registry.ts'
import { createRunner, type Run } from '#command-kit/runner.ts'
import { countUse } from '#command-kit/usage.ts'

/** Parts of the command context that the app passes in. */
export interface ContextParts extends Omit<CommandContext, 'source' | 'workspace' | 'palette' | 'run'> {
  /**
   * Ports over a store: the store itself for actions, or a tracking store for availability; for the named pane, or the
   * focused one.
   */
  readonly workspace: (store: Store, pane?: string | null) => WorkspacePort
}

export interface CommandKit {
  readonly registry: Registry
  readonly sources: readonly ArgumentSource[]
  readonly store: Store
  /** Owner of the usage counts. */
  readonly username: string
  readonly boundKeys: Atom<BoundKeys>
  readonly run: Run
  /** The context for a run; with a tracking store for availability. */
  readonly contextFor: (source: Source, store?: Store, pane?: string | null) => CommandContext
}

export const lastRepeatableAtom = atom<Invocation | null>(null)

/** Connects registry, runner, palette and ports. */
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

export const CommandKitContext = createContext<CommandKit | null>(null)

interface CommandProviderProps {
  registry: Registry
  /** One for each kind of argument; the array must be stable. */
  sources?: readonly ArgumentSource[]
  context: ContextParts
  children: ReactNode
}

const NO_SOURCES: readonly ArgumentSource[] = []

export function CommandProvider({ registry, sources = NO_SOURCES, context, children }: CommandProviderProps) {
  const { user, project, capabilities, workspace, toast, call, store } = context
  const kit = useMemo(
    () => createCommandKit(registry, sources, { user, project, capabilities, workspace, toast, call, store }),
    [registry, sources, user, project, capabilities, workspace, toast, call, store],
  )
  return (
    <Provider store={store}>
      <CommandKitContext value={kit}>{children}</CommandKitContext>
    </Provider>
  )
}
