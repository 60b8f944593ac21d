import { useAtomValue } from 'jotai'
import type { WorkspaceHistory } from '#workspace/history.ts'
import { focusedIdAtom, usePaneHeading } from '#workspace/panes/pane-atoms.ts'
import type { PaneId } from '#workspace/panes/panes.ts'
import styles from '#workspace/panes/pane-tabs.module.css'

interface PaneTabsProps {
  ids: readonly PaneId[]
  history: WorkspaceHistory
  /** Also on wide screens. */
  isAlways: boolean
}

/** Tabs of the panes, on narrow screens. */
export function PaneTabs({ ids, history, isAlways }: PaneTabsProps) {
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
