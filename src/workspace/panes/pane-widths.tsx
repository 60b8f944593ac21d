import { useSetAtom } from 'jotai'
import { Fragment, useCallback } from 'react'
import { Group, Panel, Separator, type GroupImperativeHandle, type Layout } from 'react-resizable-panels'
import { drawnSizesAtom, usePaneHeading } from '#workspace/panes/pane-atoms.ts'
import { type PaneId, saveLayout } from '#workspace/panes/panes.ts'
import styles from '#workspace/workspace.module.css'

export interface PaneWidthsProps {
  ids: readonly PaneId[]
  layout: Layout
  onWidths: (layout: Layout) => void
}

/** The separators, over the row of panes: empty panels of the same widths. A pane is never mounted again for them. */
export default function PaneWidths({ ids, layout, onWidths }: PaneWidthsProps) {
  const setDrawnSizes = useSetAtom(drawnSizesAtom)
  const takeHandle = useCallback(
    (handle: GroupImperativeHandle | null) => {
      setDrawnSizes(handle && { get: handle.getLayout, set: (sizes) => void handle.setLayout({ ...sizes }) })
    },
    [setDrawnSizes],
  )
  return (
    <Group
      className={styles['widths'] ?? ''}
      groupRef={takeHandle}
      defaultLayout={layout}
      onLayoutChange={onWidths}
      onLayoutChanged={(sizes, { isUserInteraction }) => {
        if (isUserInteraction) saveLayout(ids, sizes)
      }}
    >
      {ids.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && <PaneSeparator leftId={ids[index - 1] ?? id} />}
          <Panel id={id} minSize="12%" />
        </Fragment>
      ))}
    </Group>
  )
}

function PaneSeparator({ leftId }: { leftId: PaneId }) {
  const heading = usePaneHeading(leftId)
  return <Separator className={styles['separator'] ?? ''} aria-label={`Width of ${heading}`} />
}
