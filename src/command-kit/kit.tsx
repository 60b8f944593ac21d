import { atom, type Atom, Provider } from 'jotai'
import { createContext, useMemo, type ReactNode } from 'react'
import type { Failure } from '#api/result.ts'
import type { ArgumentSource } from '#command-kit/argument-source.ts'
import { fillFromPanes, isComplete, takenFromElsewhere } from '#command-kit/arguments.ts'
import { commandView } from '#command-kit/availability.ts'
import { COPY_REFUSED, CopyRefused, refusedCopyAtom } from '#command-kit/clipboard.ts'
import type { CommandContext, Opening, Source, Store, WorkspacePort, Outcome, Where } from '#command-kit/context.ts'
import type { Invocation, Command } from '#command-kit/declaration.ts'
import { bareKeysAtom, boundKeys, type BoundKeys, keyOverridesAtom } from '#command-kit/keys/bound-keys.ts'
import { createPalettePort } from '#command-kit/palette/palette-port.ts'
import type { Registry } from '#command-kit/registry.ts'
import { countUse } from '#command-kit/usage.ts'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import { UNEXPECTED_ERROR } from '#domain/messages.ts'

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
      // The arguments that a command gives to another are complete, as those of a button.
      run: (invocation, where = 'here') =>
        run(invocation, where, Object.keys(invocation.args).length === 0 ? source : 'button'),
    }
  }

  function onRan(invocation: Invocation): void {
    if (registry.command(invocation.id).repeatable === true) parts.store.set(lastRepeatableAtom, invocation)
    countUse(parts.store, username, `command:${invocation.id}`)
  }

  const run = createRunner({ registry, contextFor, onRan })
  const overridesAtom = keyOverridesAtom(username)
  const boundKeysAtom = atom((get) => boundKeys(registry, get(overridesAtom), get(bareKeysAtom(username))))
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

interface RunnerSettings {
  readonly registry: Registry
  readonly contextFor: (source: Source) => CommandContext
  /** Called after each command that ran, with its arguments. */
  readonly onRan: (invocation: Invocation) => void
}

type Run = (invocation: Invocation, where: Where, source: Source) => Promise<Outcome>

function createRunner({ registry, contextFor, onRan }: RunnerSettings): Run {
  async function runFilled(invocation: Invocation, where: Where, context: CommandContext): Promise<Outcome> {
    const command = registry.command(invocation.id)
    const { isVisible, availability: beforehand } = commandView(registry, context, invocation)
    if (!isVisible) return 'refused'
    const filled = fillFromPanes(command, invocation, context).at(-1) ?? invocation
    const { id, args } = filled
    if (!isComplete(command, args)) {
      if (beforehand !== true) return refuse(context, beforehand)
      context.palette.ask(invocation, where)
      return 'asked'
    }
    const { availability } = commandView(registry, context, filled)
    if (availability !== true) return refuse(context, availability)
    const taken = takenFromElsewhere(command, invocation.args, args, context.workspace)
    const opening: [] | [Opening] = taken.length > 0 ? [{ invocation: filled, taken }] : []
    const failure = await perform(command, { id, args }, where, context, opening)
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
    { id, args }: { readonly id: Id; readonly args: ArgumentsOf<Id> },
    where: Where,
    context: CommandContext,
    opening: [] | [Opening],
  ): Promise<Failure | undefined> {
    if (command.kind === 'action') {
      // An action opens its pages in the place of its request.
      const run: CommandContext['run'] = (next, place = where) => context.run(next, place)
      return (await command.run({ ...context, run }, args)) ?? undefined
    }
    if (command.kind === 'link') window.open(command.url(context, args), '_blank', 'noopener')
    else context.workspace.open(registry.hrefOf({ id, args }), where, ...opening)
    return undefined
  }

  return async (invocation, where, source) => {
    const context = contextFor(source)
    try {
      return await runFilled(invocation, where, context)
    } catch (error) {
      if (error instanceof CopyRefused) {
        if (error.text === null) context.toast.error(`${COPY_REFUSED} Save the picture instead.`)
        else context.store.set(refusedCopyAtom, error.text)
        return 'failed'
      }
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
