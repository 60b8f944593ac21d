import { createPath, type Navigator, type To } from 'react-router-dom'
import type { WorkspaceHistory } from '#workspace/history.ts'
import type { PaneId } from '#workspace/panes/panes.ts'
import { paneUrl } from '#workspace/url-codec.ts'

function textOf(to: To): string {
  return typeof to === 'string' ? to : createPath(to)
}

/** React Router's navigator for one pane. */
export function createPaneNavigator(id: PaneId, { dispatch, go }: WorkspaceHistory): Navigator {
  function navigate(to: To, replace: boolean): void {
    const url = paneUrl(textOf(to))
    if (url !== null) dispatch({ type: 'navigate', id, url, replace })
  }
  return {
    // The plain path: in another tab it shows this page only.
    createHref: textOf,
    go,
    push: (to) => navigate(to, false),
    replace: (to) => navigate(to, true),
  }
}
