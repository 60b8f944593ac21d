import { useAtomValue } from 'jotai'
import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import type { Layout } from 'react-resizable-panels'
import { TITLE_SUFFIX } from '#domain/messages.ts'
import { late } from '#ui/late.ts'
import type { WorkspaceHistory } from '#workspace/history.ts'
import { focusedIdAtom, isMaximisedAtom, paneIdsAtom, usePaneHeading } from '#workspace/panes/pane-atoms.ts'
import { PaneFrame } from '#workspace/panes/pane-frame.tsx'
import { type PaneId, savedLayout } from '#workspace/panes/panes.ts'
import styles from '#workspace/workspace.module.css'

/** A single pane needs no separator, which has a library of 14 kB. */
export const loadPaneWidths = () => import('#workspace/panes/pane-widths.tsx')
const PaneWidths = late(loadPaneWidths)

interface WorkspaceProps {
  history: WorkspaceHistory
  /** The routes; a stable element. */
  routes: ReactNode
}

/** The row of panes; on narrow screens the focused one, with tabs. */
export function Workspace({ history, routes }: WorkspaceProps) {
  const ids = useAtomValue(paneIdsAtom)
  const focusedId = useAtomValue(focusedIdAtom)
  useLayoutEffect(() => history.start(), [history])
  const layout = useMemo(() => savedLayout(ids), [ids])
  const isMaximised = useAtomValue(isMaximisedAtom) && ids.length > 1
  const { row, showWidths } = useWidths(layout)
  return (
    <main className={styles['workspace']} data-maximised={isMaximised} data-panes={ids.length}>
      <DocumentTitle />
      {ids.length > 1 && <PaneTabs ids={ids} history={history} isAlways={isMaximised} />}
      <div ref={row} className={styles['row']}>
        {ids.map((id) => (
          <div key={id} className={styles['pane']} data-slot={id} data-shown={id === focusedId}>
            <PaneFrame id={id} history={history} routes={routes} isOnly={ids.length === 1} />
          </div>
        ))}
        {ids.length > 1 && (
          <Suspense>
            <PaneWidths ids={ids} layout={layout} onWidths={showWidths} />
          </Suspense>
        )}
      </div>
    </main>
  )
}

/** Gives the panes their widths, without rendering them again while a separator is dragged. */
function useWidths(layout: Layout) {
  const row = useRef<HTMLDivElement>(null)
  const showWidths = useCallback((widths: Layout) => {
    for (const pane of row.current?.querySelectorAll<HTMLElement>(':scope > [data-slot]') ?? []) {
      pane.style.flexGrow = String(widths[pane.dataset['slot'] ?? ''] ?? '')
    }
  }, [])
  useLayoutEffect(() => showWidths(layout), [layout, showWidths])
  return { row, showWidths }
}

/** Sets the document's title to the focused pane's (spec section 1: titles end with the product's suffix). */
function DocumentTitle() {
  const heading = usePaneHeading(useAtomValue(focusedIdAtom))
  useEffect(() => {
    document.title = `${heading}${TITLE_SUFFIX}`
  }, [heading])
  return null
}

interface PaneTabsProps {
  ids: readonly PaneId[]
  history: WorkspaceHistory
  /** Also on wide screens. */
  isAlways: boolean
}

/** Tabs of the panes, on narrow screens. */
function PaneTabs({ ids, history, isAlways }: PaneTabsProps) {
  return (
    <nav className={styles['tabs']} aria-label="Panes" data-always={isAlways}>
      {ids.map((id, index) => (
        <PaneTab key={id} id={id} onSelect={() => history.dispatch({ type: 'focus-position', position: index + 1 })} />
      ))}
    </nav>
  )
}

function PaneTab({ id, onSelect }: { id: PaneId; onSelect: () => void }) {
  const heading = usePaneHeading(id)
  const isFocused = useAtomValue(focusedIdAtom) === id
  return (
    <button type="button" className={styles['tab']} aria-current={isFocused} onClick={onSelect}>
      {heading}
    </button>
  )
}
