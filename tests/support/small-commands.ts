import { createStore } from 'jotai'
import { vi } from 'vitest'
import type { ArgumentSource } from '#command-kit/argument-source.ts'
import type { PaneAction, WorkspacePort } from '#command-kit/context.ts'
import type { Subject } from '#command-kit/declaration.ts'
import { createCommandKit, type CommandKit, type ContextParts } from '#command-kit/kit.tsx'
import { createRegistry, type SomeCommands } from '#command-kit/registry.ts'
import type { CommandId } from '#commands/signatures.ts'

type PaneActions = { readonly [Id in CommandId]?: PaneAction<Id> }

interface Shown {
  /** The rows of the focused list that keys act on. */
  readonly rows?: readonly Subject[]
  readonly subjects?: readonly Subject[]
  readonly lastShown?: readonly Subject[]
  readonly actions?: PaneActions
}

/** A fake workspace that records requests. */
export function fakeWorkspace(shows: Shown) {
  return {
    open: vi.fn<WorkspacePort['open']>(),
    split: vi.fn<() => void>(),
    close: vi.fn<() => void>(),
    reopen: vi.fn<() => void>(),
    focus: vi.fn<(position: number) => void>(),
    focusNext: vi.fn<() => void>(),
    focusPrevious: vi.fn<() => void>(),
    move: vi.fn<WorkspacePort['move']>(),
    maximise: vi.fn<() => void>(),
    isMaximised: () => false,
    resize: vi.fn<WorkspacePort['resize']>(),
    link: vi.fn<WorkspacePort['link']>(),
    follow: vi.fn<WorkspacePort['follow']>(),
    isLinked: () => false,
    up: () => null,
    paneCount: () => 1,
    closedCount: () => 0,
    isFirstFocused: () => true,
    isLastFocused: () => true,
    arrange: vi.fn<WorkspacePort['arrange']>(),
    chapter: () => null,
    subject: () => shows.subjects?.[0],
    rows: () => shows.rows ?? [],
    subjects: () => [...(shows.rows ?? []), ...(shows.subjects ?? [])],
    lastShown: (kind) => shows.lastShown?.find((subject) => subject.kind === kind),
    paneAction: <Id extends CommandId>(name: Id): PaneAction<Id> | undefined => shows.actions?.[name],
    address: () => 'http://localhost/',
  } satisfies WorkspacePort
}

/** The commands of a record with a fake context. */
export function smallKit(
  commands: SomeCommands,
  {
    sources = [],
    capabilities = [],
    ...shows
  }: Shown & {
    sources?: readonly ArgumentSource[]
    capabilities?: readonly string[]
  } = {},
) {
  const workspace = fakeWorkspace(shows)
  const toast = {
    success: vi.fn<(text: string) => void>(),
    error: vi.fn<(text: string) => void>(),
    failure: vi.fn<(text: string) => void>(),
  }
  const store = createStore()
  const parts: ContextParts = {
    user: { username: 'tester', isAdmin: false, collections: ['bp'] },
    project: null,
    capabilities,
    workspace: () => workspace,
    toast,
    call: () => Promise.reject(new Error('No calls in these tests')),
    store,
  }
  const registry = createRegistry(commands)
  const kit: CommandKit = createCommandKit(registry, sources, parts)
  return { kit, registry, parts, workspace, toast, store }
}
