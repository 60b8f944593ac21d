import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'
import type { Where } from '#command-kit/context.ts'
import { PaletteItem } from '#command-kit/palette/palette-item.tsx'
import type { PaletteRow, RowList } from '#command-kit/palette/palette-rows.ts'
import styles from '#command-kit/palette/palette.module.css'

interface PaletteListProps {
  id: string
  rows: RowList
  active: number
  /** The list scrolls after a cursor that keys move, not after the pointer. */
  isFollowing: boolean
  rowId: (key: string) => string
  pins: readonly string[]
  showsHelp: boolean
  showsKind: boolean
  onPoint: (index: number) => void
  onChoose: (row: PaletteRow, where: Where) => void
}

const ROW_HEIGHT = 36
/** How far PageDown goes. */
export const PAGE_ROWS = 10

/** All rows, of which only those in sight, and the one under the cursor, are there. */
export function PaletteList(props: PaletteListProps) {
  const { id, rows, active, isFollowing, rowId, pins, showsHelp, showsKind, onPoint, onChoose } = props
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing memoized is made of what it returns
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
    useFlushSync: false,
    initialRect: { width: 0, height: ROW_HEIGHT * PAGE_ROWS },
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return shown.includes(active) || active >= rows.length ? shown : [...shown, active].toSorted((a, b) => a - b)
    },
  })
  useLayoutEffect(() => {
    if (isFollowing) virtualizer.scrollToIndex(active)
  }, [virtualizer, active, rows, isFollowing])

  return (
    <div ref={scroller} className={styles['list']} id={id} role="listbox" aria-label="Results" tabIndex={-1}>
      <div className={styles['rows']} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows.at(index)
          if (row === undefined) return null
          return (
            <PaletteItem
              key={row.key}
              id={rowId(row.key)}
              row={row}
              top={start}
              position={index + 1}
              count={rows.length}
              isActive={index === active}
              isPinned={pins.includes(row.key)}
              showsHelp={showsHelp}
              showsKind={showsKind}
              onPoint={() => onPoint(index)}
              onChoose={(where) => onChoose(row, where)}
            />
          )
        })}
      </div>
    </div>
  )
}
