export type PaneId = string

export interface Pane {
  readonly id: PaneId
  readonly url: string
}

/** A list and the pane that follows its active row. */
export interface PaneLink {
  readonly listId: PaneId
  readonly followerId: PaneId
}

interface ClosedPane {
  readonly url: string
  readonly place: number
}

export interface WorkspaceState {
  readonly panes: readonly Pane[]
  readonly focusedId: PaneId
  /** Closed panes with their places, latest first. */
  readonly closed: readonly ClosedPane[]
  readonly link: PaneLink | null
}

export type WorkspaceAction =
  | { readonly type: 'open'; readonly url: string; readonly where: 'here' | 'beside' }
  | { readonly type: 'close'; readonly id: PaneId }
  | { readonly type: 'reopen' }
  | { readonly type: 'focus'; readonly id: PaneId }
  | { readonly type: 'focus-position'; readonly position: number }
  | { readonly type: 'next' }
  | { readonly type: 'previous' }
  /** By one place to the right (1) or left (-1). */
  | { readonly type: 'move'; readonly by: number }
  /** Replaces all panes. */
  | { readonly type: 'arrange'; readonly urls: readonly string[] }
  /** Links the next pane to the focused list, starting with a URL; unlinks it if it is linked. */
  | { readonly type: 'link'; readonly url: string }
  /** Shows a URL in the pane that follows a list, if any. */
  | { readonly type: 'follow'; readonly listId: PaneId; readonly url: string }
  | { readonly type: 'navigate'; readonly id: PaneId; readonly url: string; readonly replace: boolean }

export const MAXIMUM_PANES = 4
const CLOSED_MAX = 10

/** The workspace reducer; returns the same object without a change. `mintId` creates pane ids. */
export function reduceWorkspace(state: WorkspaceState, action: WorkspaceAction, mintId: () => PaneId): WorkspaceState {
  const focused = focusedIndex(state)
  switch (action.type) {
    case 'open':
      return action.where === 'here' ? openHere(state, action.url) : openBeside(state, action.url, mintId)
    case 'close':
      return close(state, action.id)
    case 'reopen':
      return reopen(state, mintId)
    case 'focus':
      return withFocus(state, action.id)
    case 'focus-position':
      return withFocus(state, state.panes[action.position - 1]?.id)
    case 'next':
      return withFocus(state, state.panes[(focused + 1) % state.panes.length]?.id)
    case 'previous':
      return withFocus(state, state.panes.at(focused - 1)?.id)
    case 'move':
      return move(state, focused, focused + action.by)
    case 'arrange':
      return arrange(state, action.urls, mintId)
    case 'link':
      return link(state, action.url, mintId)
    case 'follow':
      return state.link?.listId === action.listId ? withUrl(state, state.link.followerId, action.url) : state
    default:
      return withUrl(state, action.id, action.url)
  }
}

export function focusedIndex({ panes, focusedId }: WorkspaceState): number {
  return Math.max(
    0,
    panes.findIndex(({ id }) => id === focusedId),
  )
}

export function focusedPane(state: WorkspaceState): Pane {
  const pane = state.panes[focusedIndex(state)]
  if (pane === undefined) throw new Error('A workspace has at least one pane')
  return pane
}

function withFocus(state: WorkspaceState, id: PaneId | undefined): WorkspaceState {
  const isThere = id !== undefined && id !== state.focusedId && state.panes.some((pane) => pane.id === id)
  return isThere ? { ...state, focusedId: id } : state
}

function withUrl(state: WorkspaceState, id: PaneId, url: string): WorkspaceState {
  if (!state.panes.some((pane) => pane.id === id && pane.url !== url)) return state
  return { ...state, panes: state.panes.map((pane) => (pane.id === id ? { ...pane, url } : pane)) }
}

function openHere(state: WorkspaceState, url: string): WorkspaceState {
  if (focusedPane(state).url === url) return state
  const open = state.panes.find((pane) => pane.url === url)
  return open ? withFocus(state, open.id) : withUrl(state, state.focusedId, url)
}

function openBeside(
  state: WorkspaceState,
  url: string,
  mintId: () => PaneId,
  place = focusedIndex(state) + 1,
): WorkspaceState {
  const index = focusedIndex(state)
  if (state.panes.length >= MAXIMUM_PANES) {
    // At the maximum, the right neighbour is replaced, or the left one at the end.
    const neighbour = state.panes[index + 1] ?? state.panes[index - 1]
    return neighbour ? withFocus(withUrl(state, neighbour.id, url), neighbour.id) : state
  }
  const pane = { id: mintId(), url }
  return { ...state, panes: state.panes.toSpliced(place, 0, pane), focusedId: pane.id }
}

function close(state: WorkspaceState, id: PaneId): WorkspaceState {
  const index = state.panes.findIndex((pane) => pane.id === id)
  const pane = state.panes[index]
  if (pane === undefined || state.panes.length === 1) return state
  const panes = state.panes.toSpliced(index, 1)
  const next = panes[index] ?? panes.at(-1)
  return {
    panes,
    focusedId: id === state.focusedId && next ? next.id : state.focusedId,
    closed: [{ url: pane.url, place: index }, ...state.closed].slice(0, CLOSED_MAX),
    link: linkAmong(panes, state.link),
  }
}

function reopen(state: WorkspaceState, mintId: () => PaneId): WorkspaceState {
  const [last, ...closed] = state.closed
  return last === undefined ? state : { ...openBeside(state, last.url, mintId, last.place), closed }
}

function move(state: WorkspaceState, from: number, to: number): WorkspaceState {
  const pane = state.panes[from]
  if (pane === undefined || to < 0 || to >= state.panes.length) return state
  return { ...state, panes: state.panes.toSpliced(from, 1).toSpliced(to, 0, pane) }
}

function arrange(state: WorkspaceState, urls: readonly string[], mintId: () => PaneId): WorkspaceState {
  const there = [...state.panes]
  const panes = urls.slice(0, MAXIMUM_PANES).map((url) => {
    const place = there.findIndex((pane) => pane.url === url)
    return there.splice(place, place === -1 ? 0 : 1)[0] ?? { id: mintId(), url }
  })
  const [first] = panes
  return first ? { ...state, panes, focusedId: first.id, link: linkAmong(panes, state.link) } : state
}

function link(state: WorkspaceState, url: string, mintId: () => PaneId): WorkspaceState {
  const { id: listId } = focusedPane(state)
  if (state.link?.listId === listId) return { ...state, link: null }
  const index = focusedIndex(state)
  const neighbour = state.panes[index + 1] ?? state.panes[index - 1]
  if (neighbour) return { ...withUrl(state, neighbour.id, url), link: { listId, followerId: neighbour.id } }
  const follower = { id: mintId(), url }
  return { ...state, panes: [...state.panes, follower], link: { listId, followerId: follower.id } }
}

/** The link, if both panes still exist. */
export function linkAmong(panes: readonly Pane[], link: PaneLink | null): PaneLink | null {
  const isThere = (id: PaneId) => panes.some((pane) => pane.id === id)
  return link !== null && isThere(link.listId) && isThere(link.followerId) ? link : null
}

const KEY = 'workspace-sizes'

const SMALLEST = 5

function isSizes(value: unknown, count: number): value is readonly number[] {
  return (
    Array.isArray(value) &&
    value.length === count &&
    value.every((size) => typeof size === 'number' && size >= SMALLEST && size <= 100)
  )
}

function read(): Record<string, unknown> {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof saved === 'object' && saved !== null ? { ...saved } : {}
  } catch {
    return {}
  }
}

/** The last widths (percent, by id) for this number of panes; equal by default. */
export function savedLayout(ids: readonly PaneId[]): Record<PaneId, number> {
  const saved = read()[String(ids.length)]
  const sizes = isSizes(saved, ids.length) ? saved : ids.map(() => 1)
  const sum = sizes.reduce((total, size) => total + size, 0)
  return Object.fromEntries(ids.map((id, position) => [id, ((sizes[position] ?? 1) / sum) * 100]))
}

/** Stores the widths by number and position of panes. */
export function saveLayout(ids: readonly PaneId[], layout: Readonly<Record<PaneId, number>>): void {
  const sizes = ids.map((id) => layout[id])
  if (!isSizes(sizes, ids.length)) return
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [ids.length]: sizes }))
  } catch {
    // Without localStorage the widths last until reload.
  }
}
