import type { Store, WorkspacePort } from '#command-kit/context.ts'
import type { Registry } from '#command-kit/registry.ts'
import { withoutDraft } from '#workspace/drafts/draft-storage.ts'
import { addressOf, type WorkspaceHistory } from '#workspace/history.ts'
import { rowSubjectsAtom } from '#workspace/lists/row-state.ts'
import {
  drawnSizesAtom,
  focusedIdAtom,
  focusedPaneAtom,
  focusedTreeAtom,
  isMaximisedAtom,
  openingAtom,
  paneAtom,
  paneRegistrationsAtom,
  panesByNearnessAtom,
  shownUrlsAtom,
  workspaceAtom,
} from '#workspace/panes/pane-atoms.ts'
import { focusedIndex, type PaneId, type WorkspaceState, saveLayout } from '#workspace/panes/panes.ts'
import { paneUrl } from '#workspace/url-codec.ts'

interface WorkspacePortSettings {
  readonly history: WorkspaceHistory
  readonly registry: Registry
}

/** The workspace port of commands, for a store and a pane (default: the focused one). */
export function createWorkspacePort({
  history,
  registry,
}: WorkspacePortSettings): (store: Store, pane?: PaneId | null) => WorkspacePort {
  const { dispatch } = history
  return (store, pane = null) => {
    const paneId = () => pane ?? store.get(focusedIdAtom)
    const here = () => (pane === null ? undefined : store.get(paneAtom(pane)))?.url ?? store.get(focusedPaneAtom).url
    const rows = () => store.get(rowSubjectsAtom(store.get(focusedTreeAtom) ?? store.get(focusedIdAtom)))
    return {
      open: (url, where, opening) => {
        const target = paneUrl(url)
        if (target === null) return
        dispatch({ type: 'open', url: target, where })
        const kept = openingAtom(store.get(focusedIdAtom))
        // Other pages leave it: Back shows it again.
        const isSameRoute = store.get(kept)?.invocation.id === registry.routeOf(target)?.id
        if (opening !== undefined || isSameRoute) store.set(kept, opening ?? null)
      },
      split: () => dispatch({ type: 'open', url: '/new', where: 'beside' }),
      close: () => dispatch({ type: 'close', id: paneId() }),
      reopen: () => dispatch({ type: 'reopen' }),
      focus: (position) => dispatch({ type: 'focus-position', position }),
      focusNext: () => dispatch({ type: 'next' }),
      focusPrevious: () => dispatch({ type: 'previous' }),
      move: (by) => dispatch({ type: 'move', by }),
      maximise: () => history.maximise(),
      isMaximised: () => store.get(isMaximisedAtom),
      resize: (change) => {
        const drawn = store.get(drawnSizesAtom)
        const state = store.get(workspaceAtom)
        if (drawn === null) return
        const ids = state.panes.map(({ id }) => id)
        const before = drawn.get()
        const sizes = resized(
          ids.map((id) => before[id] ?? 100 / ids.length),
          focusedIndex(state),
          change,
        )
        const layout = Object.fromEntries(ids.map((id, place) => [id, sizes[place] ?? 0]))
        drawn.set(layout)
        saveLayout(ids, layout)
      },
      link: (url) => dispatch({ type: 'link', url }),
      follow: (listId, url) => dispatch({ type: 'follow', listId, url }),
      isLinked: () => store.get(workspaceAtom).link?.listId === paneId(),
      up: () => registry.upOf(here(), store.get),
      paneCount: () => store.get(workspaceAtom).panes.length,
      closedCount: () => store.get(workspaceAtom).closed.length,
      isFirstFocused: () => focusedIndex(store.get(workspaceAtom)) === 0,
      isLastFocused: () => {
        const state = store.get(workspaceAtom)
        return focusedIndex(state) === state.panes.length - 1
      },
      arrange: (urls) => dispatch({ type: 'arrange', urls: urls.flatMap((url) => paneUrl(url) ?? []) }),
      chapter: () => registry.chapterOf(here()),
      subject: () => registry.subjectOf(here()),
      rows,
      subjects: () => [
        ...rows(),
        ...store.get(panesByNearnessAtom).flatMap(({ url }, place) => {
          const subject = registry.subjectOf(url)
          return subject === undefined ? [] : place === 0 ? subject : { ...subject, from: 'another pane' as const }
        }),
      ],
      lastShown: (kind) => {
        for (const url of store.get(shownUrlsAtom)) {
          const subject = registry.subjectOf(url)
          if (subject?.kind === kind) return { ...subject, from: 'the last one shown' }
        }
        return undefined
      },
      paneAction: (name) => {
        const tree = pane === null && ROW_COMMAND.test(name) ? store.get(focusedTreeAtom) : null
        return store.get(paneRegistrationsAtom(tree ?? paneId())).findLast(({ actions }) => actions[name])?.actions[
          name
        ]
      },
      address: () => `${window.location.origin}${addressOf(withoutDrafts(store.get(workspaceAtom)))}`,
    }
  }
}

/** The commands of the row under the cursor. */
const ROW_COMMAND = /^(list\.|compare|form\.(edit|rename|delete)$)/

function withoutDrafts(state: WorkspaceState): WorkspaceState {
  return { ...state, panes: state.panes.map((pane) => ({ ...pane, url: withoutDraft(pane.url) })) }
}

type SizeChange = 'equal' | 'wider' | 'narrower'

const STEP = 5

const SMALLEST = 12

/** The widths after one pane is resized at the cost of the others, or reset to equal. */
export function resized(sizes: readonly number[], index: number, change: SizeChange): readonly number[] {
  const size = sizes[index]
  if (size === undefined || sizes.length < 2) return sizes
  if (change === 'equal') return sizes.map(() => 100 / sizes.length)
  const wanted = change === 'wider' ? size + STEP : size - STEP
  const next = Math.min(Math.max(SMALLEST, wanted), 100 - SMALLEST * (sizes.length - 1))
  // Larger panes shrink more: the space above the minimum is shared in proportion.
  const room = 100 - next - SMALLEST * (sizes.length - 1)
  const spare = sizes.map((other, place) => (place === index ? 0 : Math.max(0, other - SMALLEST)))
  const total = spare.reduce((sum, part) => sum + part, 0)
  return sizes.map((_, place) => {
    if (place === index) return next
    const share = total === 0 ? 1 / (sizes.length - 1) : (spare[place] ?? 0) / total
    return SMALLEST + room * share
  })
}
