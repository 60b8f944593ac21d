import { createPath, type Navigator, type To } from 'react-router-dom'
import type { WorkspaceHistory } from '#workspace/history.ts'
import type { PaneId } from '#workspace/panes.ts'
import { paneUrl } from '#workspace/url-codec.ts'

function textOf(to: To): string {
  return typeof to === 'string' ? to : createPath(to)
}

/** One pane's part of the history, as React Router wants it: links and navigation in the pane are the pane's alone. */
export function createPaneNavigator(id: PaneId, { dispatch, go }: WorkspaceHistory): Navigator {
  function navigate(to: To, replace: boolean): void {
    const url = paneUrl(textOf(to))
    if (url !== null) dispatch({ type: 'navigate', id, url, replace })
  }
  return {
    // The plain path: opened in another tab it shows that page alone.
    createHref: textOf,
    go,
    push: (to) => navigate(to, false),
    replace: (to) => navigate(to, true),
  }
}
