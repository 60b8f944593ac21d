import { useAtomValue, useSetAtom } from 'jotai'
import { Fragment, useCallback, useEffect, useLayoutEffect, useMemo, type ReactNode } from 'react'
import { Group, type GroupImperativeHandle, Panel, Separator } from 'react-resizable-panels'
import { TITLE_SUFFIX } from '#domain/messages.ts'
import type { WorkspaceHistory } from '#workspace/history.ts'
import {
  drawnSizesAtom,
  focusedIdAtom,
  isMaximisedAtom,
  paneIdsAtom,
  usePaneHeading,
} from '#workspace/panes/pane-atoms.ts'
import { PaneFrame } from '#workspace/panes/pane-frame.tsx'
import { type PaneId, savedLayout, saveLayout } from '#workspace/panes/panes.ts'
import styles from '#workspace/workspace.module.css'

interface WorkspaceProps {
  history: WorkspaceHistory
  /** The routes; a stable element. */
  routes: ReactNode
}

/** The scroll container is the pane's body. */
const PANEL_STYLE = { overflow: 'hidden' } as const

/** The panes in one row, or in two where they would be too narrow; on narrow screens the focused one, with tabs. */
export function Workspace({ history, routes }: WorkspaceProps) {
  const ids = useAtomValue(paneIdsAtom)
  const focusedId = useAtomValue(focusedIdAtom)
  useLayoutEffect(() => history.start(), [history])
  // The library has equal widths for panes that it does not know.
  const layout = useMemo(() => savedLayout(ids), [ids])
  const isMaximised = useAtomValue(isMaximisedAtom) && ids.length > 1
  return (
    <main className={styles['workspace']} data-maximised={isMaximised} data-panes={ids.length}>
      <DocumentTitle />
      {ids.length > 1 && <PaneTabs ids={ids} history={history} isAlways={isMaximised} />}
      <Group
        className={styles['row'] ?? ''}
        groupRef={useDrawnSizes()}
        defaultLayout={layout}
        onLayoutChanged={(sizes, { isUserInteraction }) => {
          if (isUserInteraction) saveLayout(ids, sizes)
        }}
      >
        {ids.map((id, index) => (
          <Fragment key={id}>
            {index > 0 && <PaneSeparator leftId={ids[index - 1] ?? id} />}
            <Panel
              id={id}
              className={styles['pane'] ?? ''}
              style={PANEL_STYLE}
              minSize="12%"
              data-shown={id === focusedId}
            >
              <PaneFrame id={id} history={history} routes={routes} isOnly={ids.length === 1} />
            </Panel>
          </Fragment>
        ))}
      </Group>
    </main>
  )
}

/** Lets commands read and set the widths. */
function useDrawnSizes() {
  const setDrawnSizes = useSetAtom(drawnSizesAtom)
  return useCallback(
    (handle: GroupImperativeHandle | null) => {
      setDrawnSizes(handle && { get: handle.getLayout, set: (sizes) => void handle.setLayout({ ...sizes }) })
    },
    [setDrawnSizes],
  )
}

function PaneSeparator({ leftId }: { leftId: PaneId }) {
  const heading = usePaneHeading(leftId)
  return <Separator className={styles['separator'] ?? ''} aria-label={`Width of ${heading}`} />
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
