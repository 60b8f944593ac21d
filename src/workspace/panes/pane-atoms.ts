import { atom, useAtomValue, useSetAtom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { selectAtom } from 'jotai/utils'
import { use, useCallback, useMemo } from 'react'
import { commandView } from '#command-kit/availability.ts'
import type { Opening, PaneAction } from '#command-kit/context.ts'
import { useCommandContext, useRegistry, PaneContext } from '#command-kit/hooks.ts'
import type { CommandId } from '#commands/signatures.ts'
import { PAGE_NOT_FOUND } from '#domain/messages.ts'
import { focusedIndex, focusedPane, type Pane, type PaneId, type WorkspaceState } from '#workspace/panes/panes.ts'

/** The panes and the focused one; written by the workspace history only. */
export const workspaceAtom = atom<WorkspaceState>({
  panes: [{ id: 'pane-0', url: '/' }],
  focusedId: 'pane-0',
  closed: [],
  link: null,
})

export const focusedIdAtom = atom((get) => focusedPane(get(workspaceAtom)).id)

export const focusedPaneAtom = atom((get) => focusedPane(get(workspaceAtom)))

/** Updates when a pane opens or closes, not when its URL changes. */
export const paneIdsAtom = selectAtom(
  workspaceAtom,
  ({ panes }): readonly PaneId[] => panes.map(({ id }) => id),
  (one, other) => one.join() === other.join(),
)

/** All panes: the focused one, then the others by distance, right before left. */
export const panesByNearnessAtom = atom((get) => {
  const state = get(workspaceAtom)
  const focused = focusedIndex(state)
  return state.panes
    .map((pane, index): readonly [Pane, number] => [pane, Math.abs(index - focused) - (index > focused ? 0.5 : 0)])
    .toSorted(([, one], [, other]) => one - other)
    .map(([pane]) => pane)
})

export const paneAtom = atomFamily((id: PaneId) =>
  atom((get) => get(workspaceAtom).panes.find((pane) => pane.id === id)),
)

export const paneQueryAtom = atomFamily((id: PaneId) =>
  atom((get) => new URLSearchParams(get(paneAtom(id))?.url.split('?', 2)[1])),
)

/** The linked list and its follower, if any. */
export const paneLinkAtom = atom((get) => get(workspaceAtom).link)

export const isMaximisedAtom = atom(false)

/** Pane widths in percent by id, while rendered. */
export interface DrawnSizes {
  readonly get: () => Readonly<Record<PaneId, number>>
  readonly set: (sizes: Readonly<Record<PaneId, number>>) => void
}
export const drawnSizesAtom = atom<DrawnSizes | null>(null)

/** The URLs of panes, those that were shown last first. */
export const shownUrlsAtom = atom<readonly string[]>([])

/** The last page of a pane that was opened with arguments from elsewhere. */
export const openingAtom = atomFamily((_id: PaneId) => atom<Opening | null>(null))

/** The last navigation; Back and Forward restore the scroll position. */
export const transitionAtom = atom<'push' | 'replace' | 'pop'>('pop')

/** The pane that a command focused; a new object each time. */
export const focusRequestAtom = atom<{ readonly paneId: PaneId } | null>(null)

/** The fragment of the URL that the user opened; the screen that reads it empties it. */
export const fragmentAtom = atom('')

/** Warning of the screen; empty without one. */
export const paneNoticeAtom = atomFamily((_id: PaneId) => atom(''))

/** The failure of the last command in a pane, and the path at that time. */
export const paneFailureAtom = atomFamily((_id: PaneId) => atom<{ path: string; text: string } | null>(null))

/** Shows a failure while the pane keeps its path; an empty text removes it. */
export const showPaneFailureAtom = atom(null, (get, set, id: PaneId, text: string) => {
  set(paneFailureAtom(id), text === '' ? null : { path: pathOf(get(paneAtom(id))?.url), text })
})

export function pathOf(url = ''): string {
  return url.split('?', 1)[0] ?? ''
}

export type PaneActions = { readonly [Id in CommandId]?: PaneAction<Id> | undefined }

export interface Registration {
  /** The component that registered the handlers. */
  readonly owner: string
  readonly actions: PaneActions
}

/** Handlers of shared commands, by pane. */
export const paneRegistrationsAtom = atomFamily((_id: PaneId) => atom<readonly Registration[]>([]))

/** The tree beside the panes, while it has the focus: row commands act on it. */
export const focusedTreeAtom = atom<string | null>(null)

/** Deletes the state of a closed pane. */
export function forgetPane(id: PaneId): void {
  paneAtom.remove(id)
  paneQueryAtom.remove(id)
  paneNoticeAtom.remove(id)
  paneFailureAtom.remove(id)
  openingAtom.remove(id)
  paneRegistrationsAtom.remove(id)
}

/** The pane's title, from the command of its route. */
export function usePaneHeading(id: PaneId): string {
  const url = useAtomValue(paneAtom(id))?.url
  const registry = useRegistry()
  const context = useCommandContext()
  const heading = useAtomValue(
    useMemo(() => atom((get) => (url === undefined ? null : registry.headingOf(url, get))), [registry, url]),
  )
  const title = useMemo(() => {
    const invocation = url === undefined ? null : registry.routeOf(url)
    if (invocation) return commandView(registry, context, invocation).title
    return (url === undefined ? null : registry.titleOf(url)) ?? PAGE_NOT_FOUND
  }, [registry, context, url])
  return heading ?? title
}

export function usePaneId(): PaneId {
  const id = use(PaneContext)
  if (id === null) throw new Error('This component is outside of any pane')
  return id
}

/** Shows a failure at the top of the pane, for screens without a better place. */
export function usePaneFailure(): (text: string) => void {
  const id = usePaneId()
  const show = useSetAtom(showPaneFailureAtom)
  return useCallback((text) => show(id, text), [id, show])
}
