import type { Store } from '#command-kit/context.ts'
import {
  focusedIdAtom,
  focusRequestAtom,
  forgetPane,
  isMaximisedAtom,
  pathOf,
  transitionAtom,
  workspaceAtom,
} from '#workspace/pane-atoms.ts'
import { forgetScreen } from '#workspace/screen-state.ts'
import {
  focusedIndex,
  reduceWorkspace,
  type WorkspaceAction,
  type WorkspaceState,
  linkAmong,
  type Pane,
  type PaneId,
} from '#workspace/panes.ts'
import { decodeWorkspace, encodeWorkspace, type PaneUrls } from '#workspace/url-codec.ts'

export interface WorkspaceHistory {
  /** The one way by which panes come, go and change. */
  readonly dispatch: (action: WorkspaceAction) => void
  /** Shows the focused pane alone, or all again: no step for Back, but there again after it and after a reload. */
  readonly maximise: () => void
  /** Steps through the browser's history. */
  readonly go: (delta: number) => void
  /** Follows Back and Forward until the returned function is called; the address itself is read when this is made. */
  readonly start: () => () => void
}

interface HistorySettings {
  readonly store: Store
  readonly isRoute: (url: string) => boolean
  readonly window?: Window
}

/** Browsers allow only so many writes in a while, and typing must not make them. */
const REPLACE_DELAY = 200

/** Actions that go by where the focus is already: of whoever points at a pane, or moves about in a list. */
const WITHOUT_FOCUS = new Set<WorkspaceAction['type']>(['focus', 'navigate', 'link', 'follow'])

function isReplacing(action: WorkspaceAction): boolean {
  return action.type === 'follow' || (action.type === 'navigate' && action.replace)
}

/** The address that opens these same panes. */
export function addressOf(state: WorkspaceState): string {
  return encodeWorkspace({ urls: state.panes.map(({ url }) => url), focused: focusedIndex(state) })
}

/** Makes the one owner of the browser's history; nothing else may push, replace or listen to it. */
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

  /** A page is replaced by itself as its list is sorted or its draft is named: what its screen keeps stays then. */
  function show(next: WorkspaceState, how: 'push' | 'replace' | 'pop'): void {
    const before = store.get(workspaceAtom)
    for (const { id, url } of before.panes) {
      const after = next.panes.find((pane) => pane.id === id)?.url
      const staysOnPage = how === 'replace' ? pathOf(after) === pathOf(url) : after === url
      if (after === undefined || !staysOnPage) forgetScreen(id)
    }
    store.set(transitionAtom, how)
    store.set(workspaceAtom, next)
    // What opens wants to be seen beside the others.
    if (next.panes.length !== before.panes.length) store.set(isMaximisedAtom, false)
    for (const { id } of before.panes) {
      if (!next.panes.some((pane) => pane.id === id)) forgetPane(id)
    }
  }

  function read(): void {
    clearTimeout(timer)
    timer = undefined
    const address = `${location.pathname}${location.search}`
    show(workspaceOf(decodeWorkspace(address, isRoute), history.state, store.get(workspaceAtom)), 'pop')
    store.set(isMaximisedAtom, isMaximisedIn(history.state))
  }

  function handlePopState(): void {
    const before = store.get(focusedIdAtom)
    read()
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

/** What is kept in the browser's history with an address: whose panes they were, and whether one was shown alone. */
interface HistoryState {
  readonly paneIds: readonly PaneId[]
  readonly isMaximised: boolean
}

/** Whether one pane was shown alone; a link that somebody was sent shows them all. */
function isMaximisedIn(kept: unknown): boolean {
  return typeof kept === 'object' && kept !== null && 'isMaximised' in kept && kept.isMaximised === true
}

let minted = 0

/** A name for a new pane, unlike any other of this browser's tab. */
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
 * The workspace that an address and what history kept with it stand for. Panes that were there before and show the
 * same stay the same objects; where history kept nothing, panes are known again by what they show in their place.
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
