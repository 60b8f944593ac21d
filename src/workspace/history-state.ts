import { linkAmong, type Pane, type PaneId, type WorkspaceState } from '#workspace/panes.ts'
import type { PaneUrls } from '#workspace/url-codec.ts'

/** What is kept in the browser's history with an address: whose panes they were, and whether one was shown alone. */
export interface HistoryState {
  readonly paneIds: readonly PaneId[]
  readonly isMaximised: boolean
}

/** Whether one pane was shown alone; a link that somebody was sent shows them all. */
export function isMaximisedIn(kept: unknown): boolean {
  return typeof kept === 'object' && kept !== null && 'isMaximised' in kept && kept.isMaximised === true
}

let minted = 0

/** A name for a new pane, unlike any other of this browser's tab. */
export function mintPaneId(): PaneId {
  minted += 1
  return `pane-${minted}-${Math.random().toString(36).slice(2, 8)}`
}

function paneIdsIn(state: unknown, count: number): readonly PaneId[] {
  if (typeof state !== 'object' || state === null || !('paneIds' in state) || !Array.isArray(state.paneIds)) return []
  const ids = state.paneIds.filter((id: unknown): id is PaneId => typeof id === 'string' && /^pane-[\w-]+$/.test(id))
  return ids.length === count && new Set(ids).size === count ? ids : []
}

/**
 * The workspace that an address and what history kept with it stand for. Panes that were there before and show the
 * same stay the same objects; where history kept nothing, panes are known again by what they show in their place.
 */
export function workspaceOf({ urls, focused }: PaneUrls, kept: unknown, before: WorkspaceState): WorkspaceState {
  const ids = paneIdsIn(kept, urls.length)
  const panes = urls.map((url, index): Pane => {
    const sameAsBefore = before.panes[index]
    const fallback = sameAsBefore?.url === url && ids.length === 0 ? sameAsBefore.id : undefined
    const id = ids[index] ?? fallback ?? mintPaneId()
    return before.panes.find((pane) => pane.id === id && pane.url === url) ?? { id, url }
  })
  return { panes, focusedId: panes[focused]?.id ?? '', closed: before.closed, link: linkAmong(panes, before.link) }
}
