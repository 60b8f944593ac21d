import type { Store } from '#command-kit/context.ts'
import {
  focusedIdAtom,
  focusRequestAtom,
  fragmentAtom,
  forgetPane,
  isMaximisedAtom,
  pathOf,
  shownUrlsAtom,
  transitionAtom,
  workspaceAtom,
} from '#workspace/panes/pane-atoms.ts'
import {
  focusedIndex,
  focusedPane,
  reduceWorkspace,
  type WorkspaceAction,
  type WorkspaceState,
  linkAmong,
  type Pane,
  type PaneId,
} from '#workspace/panes/panes.ts'
import { forgetScreen } from '#workspace/screen-state.ts'
import { decodeWorkspace, encodeWorkspace, type PaneUrls } from '#workspace/url-codec.ts'

export interface WorkspaceHistory {
  /** The only way to change panes. */
  readonly dispatch: (action: WorkspaceAction) => void
  /** Toggles the maximised pane: no history entry, but restored by Back and reload. */
  readonly maximise: () => void
  /** Steps through the browser's history. */
  readonly go: (delta: number) => void
  /** Starts listening to Back and Forward; returns the function that stops. */
  readonly start: () => () => void
}

interface HistorySettings {
  readonly store: Store
  readonly isRoute: (url: string) => boolean
  readonly window?: Window
}

/** Browsers limit the rate of history.replaceState. */
const REPLACE_DELAY = 200

/** URLs that are searched for the thing that was shown last. */
const SHOWN_KEPT = 20

/** Actions that do not move the keyboard focus: pointing at a pane, moving in a list. */
const WITHOUT_FOCUS = new Set<WorkspaceAction['type']>(['focus', 'navigate', 'link', 'follow'])

function isReplacing(action: WorkspaceAction): boolean {
  return action.type === 'follow' || (action.type === 'navigate' && action.replace)
}

/** The URL of the current panes. */
export function addressOf(state: WorkspaceState): string {
  return encodeWorkspace({ urls: state.panes.map(({ url }) => url), focused: focusedIndex(state) })
}

/** Owns the browser's history: no other code may push, replace or listen. */
export function createWorkspaceHistory({
  store,
  isRoute,
  window = globalThis.window,
}: HistorySettings): WorkspaceHistory {
  const { history, location } = window
  let timer: ReturnType<typeof setTimeout> | undefined

  function historyStateOf({ panes }: WorkspaceState): HistoryState {
    return { paneIds: panes.map(({ id }) => id), isMaximised: store.get(isMaximisedAtom) }
  }

  function writeNow(): void {
    clearTimeout(timer)
    timer = undefined
    const state = store.get(workspaceAtom)
    history.replaceState(historyStateOf(state), '', addressOf(state))
  }

  function writeSoon(): void {
    clearTimeout(timer)
    timer = setTimeout(writeNow, REPLACE_DELAY)
  }

  function flush(): void {
    if (timer !== undefined) writeNow()
  }

  /** Sorting a list or naming a draft replaces the URL, but keeps the screen's state. */
  function show(next: WorkspaceState, how: 'push' | 'replace' | 'pop'): void {
    const before = store.get(workspaceAtom)
    for (const { id, url } of before.panes) {
      const after = next.panes.find((pane) => pane.id === id)?.url
      const staysOnPage = how === 'replace' ? pathOf(after) === pathOf(url) : after === url
      if (after === undefined || !staysOnPage) forgetScreen(id)
    }
    store.set(transitionAtom, how)
    store.set(workspaceAtom, next)
    const shown = [focusedPane(next), ...next.panes].map(({ url }) => url)
    store.set(shownUrlsAtom, (urls) => [...new Set([...shown, ...urls])].slice(0, SHOWN_KEPT))
    // A new pane ends the maximised state.
    if (next.panes.length !== before.panes.length) store.set(isMaximisedAtom, false)
    for (const { id } of before.panes) {
      if (!next.panes.some((pane) => pane.id === id)) forgetPane(id)
    }
  }

  function read(): void {
    clearTimeout(timer)
    timer = undefined
    if (location.hash !== '') store.set(fragmentAtom, location.hash)
    const address = `${location.pathname}${location.search}`
    show(workspaceOf(decodeWorkspace(address, isRoute), history.state, store.get(workspaceAtom)), 'pop')
    store.set(isMaximisedAtom, isMaximisedIn(history.state))
  }

  function handlePopState(): void {
    const before = store.get(focusedIdAtom)
    read()
    if (location.hash !== '') writeNow()
    const paneId = store.get(focusedIdAtom)
    if (paneId !== before) store.set(focusRequestAtom, { paneId })
  }

  function dispatch(action: WorkspaceAction): void {
    const before = store.get(workspaceAtom)
    const next = reduceWorkspace(before, action, mintPaneId)
    const isPush = next.panes !== before.panes && !isReplacing(action)
    if (next !== before) {
      if (isPush) flush()
      show(next, isPush ? 'push' : 'replace')
      if (isPush) history.pushState(historyStateOf(next), '', addressOf(next))
      else writeSoon()
    }
    if (!WITHOUT_FOCUS.has(action.type)) store.set(focusRequestAtom, { paneId: next.focusedId })
  }

  function maximise(): void {
    store.set(isMaximisedAtom, (isMaximised) => !isMaximised)
    writeSoon()
  }

  function start(): () => void {
    read()
    writeNow()
    window.addEventListener('popstate', handlePopState)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('popstate', handlePopState)
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }

  history.scrollRestoration = 'manual'
  read()
  return { dispatch, maximise, go: (delta) => history.go(delta), start }
}

/** State of a history entry: pane ids, and whether a pane was maximised. */
interface HistoryState {
  readonly paneIds: readonly PaneId[]
  readonly isMaximised: boolean
}

/** A shared link shows all panes. */
function isMaximisedIn(kept: unknown): boolean {
  return typeof kept === 'object' && kept !== null && 'isMaximised' in kept && kept.isMaximised === true
}

let minted = 0

/** A pane id, unique in this browser tab. */
function mintPaneId(): PaneId {
  minted += 1
  return `pane-${minted}-${Math.random().toString(36).slice(2, 8)}`
}

function paneIdsIn(state: unknown, count: number): readonly PaneId[] {
  if (typeof state !== 'object' || state === null || !('paneIds' in state) || !Array.isArray(state.paneIds)) return []
  const ids = state.paneIds.filter((id: unknown): id is PaneId => typeof id === 'string' && /^pane-[\w-]+$/.test(id))
  return ids.length === count && new Set(ids).size === count ? ids : []
}

/**
 * The workspace of a URL and its history state. Unchanged panes keep their identity; without history state, panes are
 * matched by position and URL.
 */
function workspaceOf({ urls, focused }: PaneUrls, kept: unknown, before: WorkspaceState): WorkspaceState {
  const ids = paneIdsIn(kept, urls.length)
  const panes = urls.map((url, index): Pane => {
    const sameAsBefore = before.panes[index]
    const fallback = sameAsBefore?.url === url && ids.length === 0 ? sameAsBefore.id : undefined
    const id = ids[index] ?? fallback ?? mintPaneId()
    return before.panes.find((pane) => pane.id === id && pane.url === url) ?? { id, url }
  })
  return { panes, focusedId: panes[focused]?.id ?? '', closed: before.closed, link: linkAmong(panes, before.link) }
}
