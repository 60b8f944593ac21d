import { atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import { atomFamily } from 'jotai-family'
import type { CommandId } from '#commands/signatures.ts'
import type { PaneAction } from '#command-kit/context.ts'
import { focusedIndex, focusedPane, type Pane, type PaneId, type WorkspaceState } from '#workspace/panes.ts'

/** The panes and which has the focus; written by the workspace's history alone. */
export const workspaceAtom = atom<WorkspaceState>({
  panes: [{ id: 'pane-0', url: '/' }],
  focusedId: 'pane-0',
  closed: [],
  link: null,
})

export const focusedIdAtom = atom((get) => focusedPane(get(workspaceAtom)).id)

export const focusedPaneAtom = atom((get) => focusedPane(get(workspaceAtom)))

/** Renders again when a pane comes or goes, not when one shows something else. */
export const paneIdsAtom = selectAtom(
  workspaceAtom,
  ({ panes }): readonly PaneId[] => panes.map(({ id }) => id),
  (one, other) => one.join() === other.join(),
)

/** All panes, the focused one first and the others by how near they stand, the right one before the left. */
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

/** The query of a pane's address. */
export const paneQueryAtom = atomFamily((id: PaneId) =>
  atom((get) => new URLSearchParams(get(paneAtom(id))?.url.split('?', 2)[1])),
)

/** The list and its follower, if two panes are linked. */
export const paneLinkAtom = atom((get) => get(workspaceAtom).link)

/** Whether the focused pane alone is shown, the others waiting as tabs. */
export const isMaximisedAtom = atom(false)

/** How wide the panes are drawn, by their ids in percent, while they are drawn at all. */
export interface DrawnSizes {
  readonly get: () => Readonly<Record<PaneId, number>>
  readonly set: (sizes: Readonly<Record<PaneId, number>>) => void
}
export const drawnSizesAtom = atom<DrawnSizes | null>(null)

/** How the workspace came to show what it shows; a screen come back to stands where it was scrolled to. */
export const transitionAtom = atom<'push' | 'replace' | 'pop'>('pop')

/** The pane into which a command last moved the keyboard; a new object each time. */
export const focusRequestAtom = atom<{ readonly paneId: PaneId } | null>(null)

/** What its screen warns of, above all else; empty for nothing. */
export const paneNoticeAtom = atomFamily((_id: PaneId) => atom(''))

/** Why the last command failed in a pane, and the path that the pane showed then. */
export const paneFailureAtom = atomFamily((_id: PaneId) => atom<{ path: string; text: string } | null>(null))

/** Keeps the failure for as long as the pane shows its path; an empty text removes it. */
export const showPaneFailureAtom = atom(null, (get, set, id: PaneId, text: string) => {
  set(paneFailureAtom(id), text === '' ? null : { path: pathOf(get(paneAtom(id))?.url), text })
})

/** The path of a pane's address. */
export function pathOf(url = ''): string {
  return url.split('?', 1)[0] ?? ''
}

export type PaneActions = Partial<Record<CommandId, PaneAction | undefined>>

export interface Registration {
  /** Who registered: a screen or a part of it. */
  readonly owner: string
  readonly actions: PaneActions
}

/** What a pane's screen and its parts offer to shared commands. */
export const paneRegistrationsAtom = atomFamily((_id: PaneId) => atom<readonly Registration[]>([]))

/** Lets go of what was kept for a pane that is no more. */
export function forgetPane(id: PaneId): void {
  paneAtom.remove(id)
  paneQueryAtom.remove(id)
  paneNoticeAtom.remove(id)
  paneFailureAtom.remove(id)
  paneRegistrationsAtom.remove(id)
}
