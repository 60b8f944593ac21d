import { useAtomValue } from 'jotai'
import { memo, useMemo, type ReactNode } from 'react'
import { Router } from 'react-router-dom'
import { PaneContext } from '#command-kit/pane-context.ts'
import type { WorkspaceHistory } from '#workspace/history.ts'
import { paneAtom } from '#workspace/pane-atoms.ts'
import { createPaneNavigator } from '#workspace/pane-navigator.ts'
import type { PaneId } from '#workspace/panes.ts'

interface PaneRouterProps {
  id: PaneId
  history: WorkspaceHistory
  /** The product's routes; the same element throughout. */
  routes: ReactNode
}

/** Shows the screen of a pane's own address. What goes on in other panes does not render it again. */
export const PaneRouter = memo(function PaneRouter({ id, history, routes }: PaneRouterProps) {
  const pane = useAtomValue(paneAtom(id))
  const navigator = useMemo(() => createPaneNavigator(id, history), [id, history])
  return (
    <PaneContext value={id}>
      <Router location={pane?.url ?? '/'} navigator={navigator} useTransitions={false}>
        {routes}
      </Router>
    </PaneContext>
  )
})
