import { useAtomValue } from 'jotai'
import { use, useCallback, useMemo, useState, createContext } from 'react'
import { type CommandView, commandViewAtom, contextAtom } from '#command-kit/availability.ts'
import type { CommandContext, Outcome, Source, Where } from '#command-kit/context.ts'
import { invocationOf, type Invocation } from '#command-kit/declaration.ts'
import { type CommandKit, CommandKitContext } from '#command-kit/kit.tsx'
import type { Registry } from '#command-kit/registry.ts'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'

export function useCommandKit(): CommandKit {
  const kit = use(CommandKitContext)
  if (kit === null) throw new Error('Commands are used outside of CommandProvider')
  return kit
}

export function useRegistry(): Registry {
  return useCommandKit().registry
}

/** The context of commands, for components that need it. */
export function useCommandContext(source: Source = 'button'): CommandContext {
  const kit = useCommandKit()
  return useMemo(() => kit.contextFor(source), [kit, source])
}

/** Returns the function that runs a command. */
export function useRunCommand(source: Source = 'button'): (invocation: Invocation, where?: Where) => Promise<Outcome> {
  const { run } = useCommandKit()
  return useCallback((invocation, where = 'here') => run(invocation, where, source), [run, source])
}

/** The user's keys of a command. */
export function useCommandKeys(id: CommandId): readonly string[] {
  return useAtomValue(useCommandKit().boundKeys).seqsOf(id)
}

/** A command's title, visibility and availability; renders again only if they change. */
export function useCommandView<Id extends CommandId>(id: Id, args: Partial<ArgumentsOf<Id>>): CommandView {
  const kit = useCommandKit()
  const stableArgs = useStableValue(args)
  const pane = use(PaneContext)
  const viewAtom = useMemo(() => commandViewAtom(kit, invocationOf(id, stableArgs), pane), [kit, id, stableArgs, pane])
  return useAtomValue(viewAtom)
}

/** The URL of a link command; follows the focused pane. */
export function useLinkAddress<Id extends CommandId>(id: Id, args: ArgumentsOf<Id>): string {
  const kit = useCommandKit()
  const stableArgs = useStableValue(args)
  const pane = use(PaneContext)
  const addressAtom = useMemo(() => {
    const address = (context: CommandContext) => {
      const command = kit.registry.command(id)
      if (command.kind !== 'link') throw new Error(`Command "${id}" is no link`)
      return command.url(context, stableArgs)
    }
    return contextAtom(kit, address, pane)
  }, [kit, id, stableArgs, pane])
  return useAtomValue(addressAtom)
}

/** The previous value while the new one is deeply equal. */
export function useStableValue<Value>(value: Value): Value {
  const [kept, setKept] = useState(value)
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept
  setKept(value)
  return value
}

/** The pane of a button or link, whichever pane has the focus. Null outside panes. */
export const PaneContext = createContext<string | null>(null)
