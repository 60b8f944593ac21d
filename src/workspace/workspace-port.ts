import type { Store, WorkspacePort } from '#command-kit/context.ts'
import type { Registry } from '#command-kit/registry.ts'
import { addressOf, type WorkspaceHistory } from '#workspace/history.ts'
import { focusedIdAtom, paneRegistrationsAtom, panesByNearnessAtom, workspaceAtom } from '#workspace/pane-atoms.ts'
import { focusedIndex } from '#workspace/panes.ts'
import { paneUrl } from '#workspace/url-codec.ts'

interface WorkspacePortSettings {
  readonly history: WorkspaceHistory
  readonly registry: Registry
}

/** The workspace as commands see it, over whichever store they are given. */
export function createWorkspacePort({ history, registry }: WorkspacePortSettings): (store: Store) => WorkspacePort {
  const { dispatch } = history
  return (store) => ({
    open: (url, where) => {
      const own = paneUrl(url)
      if (own !== null) dispatch({ type: 'open', url: own, where })
    },
    split: () => dispatch({ type: 'split' }),
    close: () => dispatch({ type: 'close', id: store.get(focusedIdAtom) }),
    reopen: () => dispatch({ type: 'reopen' }),
    focus: (position) => dispatch({ type: 'focus-position', position }),
    focusNext: () => dispatch({ type: 'next' }),
    focusPrevious: () => dispatch({ type: 'previous' }),
    paneCount: () => store.get(workspaceAtom).panes.length,
    closedCount: () => store.get(workspaceAtom).closed.length,
    isFirstFocused: () => focusedIndex(store.get(workspaceAtom)) === 0,
    isLastFocused: () => {
      const state = store.get(workspaceAtom)
      return focusedIndex(state) === state.panes.length - 1
    },
    subjects: () => store.get(panesByNearnessAtom).flatMap(({ url }) => registry.subjectOf(url) ?? []),
    paneAction: (name) =>
      store.get(paneRegistrationsAtom(store.get(focusedIdAtom))).findLast(({ actions }) => actions[name] !== undefined)
        ?.actions[name],
    address: () => `${window.location.origin}${addressOf(store.get(workspaceAtom))}`,
  })
}
