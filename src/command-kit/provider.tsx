import { Provider } from 'jotai'
import { createContext, useMemo, type ReactNode } from 'react'
import type { ArgumentSource } from '#command-kit/argument-source.ts'
import { createCommandKit, type CommandKit, type ContextParts } from '#command-kit/kit.ts'
import type { Registry } from '#command-kit/registry.ts'

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
