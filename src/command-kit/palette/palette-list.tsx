import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, type MouseEvent } from 'react'
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
/** Above the first row and below the last one. */
const LIST_PADDING = 4
/** How far PageDown goes. */
export const PAGE_ROWS = 10
/** More than are ever in sight at once. */
const SLOTS = 32

/** All rows, of which only those in sight, and the one under the cursor, are there. */
export function PaletteList(props: PaletteListProps) {
  const { id, rows, active, isFollowing, rowId, pins, showsHelp, showsKind, onPoint, onChoose } = props
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing memoized is made of what it returns
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 2,
    useFlushSync: false,
    initialRect: { width: 0, height: ROW_HEIGHT * PAGE_ROWS },
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return shown.includes(active) || active >= rows.length ? shown : [...shown, active].toSorted((a, b) => a - b)
    },
  })
  // Known without measuring, which would make the browser lay out the rows before its frame does.
  const top = useRef(0)
  useLayoutEffect(() => {
    if (!isFollowing || !scroller.current) return
    const wanted = topThatShows(active, top.current, virtualizer.scrollRect?.height ?? 0)
    if (wanted !== top.current) scroller.current.scrollTop = wanted
    top.current = wanted
  }, [virtualizer, active, rows, isFollowing])

  const indexAt = ({ target }: MouseEvent) => {
    const place = target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset['index'] : undefined
    return place === undefined ? undefined : Number(place)
  }
  const handlePointerMove = (event: MouseEvent) => {
    const index = indexAt(event)
    if (index !== undefined && index !== active) onPoint(index)
  }
  const handleClick = (event: MouseEvent) => {
    const row = rows.at(indexAt(event) ?? -1)
    if (row) onChoose(row, event.shiftKey ? 'beside' : 'here')
  }

  const items = virtualizer.getVirtualItems()
  return (
    <div
      ref={scroller}
      className={styles['list']}
      id={id}
      role="listbox"
      aria-label="Results"
      tabIndex={-1}
      onScroll={(event) => (top.current = event.currentTarget.scrollTop)}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are the field's, which keeps the focus */}
      <div
        className={styles['rows']}
        role="presentation"
        style={{ height: virtualizer.getTotalSize() }}
        onPointerMove={handlePointerMove}
        onMouseDown={(event) => event.preventDefault()}
        onClick={handleClick}
      >
        {items.map(({ index, start }, place) => {
          const row = rows.at(index)
          if (row === undefined) return null
          // Rows change their words rather than come and go; the one under the cursor may stand apart.
          const isApart = items[place - 1]?.index !== index - 1 && items[place + 1]?.index !== index + 1
          const slot = isApart ? 'apart' : `${index % SLOTS}`
          return (
            <PaletteItem
              key={slot}
              slot={slot}
              id={rowId(row.key)}
              row={row}
              top={start}
              index={index}
              count={rows.length}
              isActive={index === active}
              isPinned={pins.includes(row.key)}
              showsHelp={showsHelp}
              showsKind={showsKind}
            />
          )
        })}
      </div>
    </div>
  )
}

/** Where to scroll to so that a row is in sight: nowhere if it is. */
function topThatShows(index: number, top: number, height: number): number {
  const start = index * ROW_HEIGHT
  const end = start + ROW_HEIGHT + 2 * LIST_PADDING
  if (start < top || height === 0) return start
  return end > top + height ? end - height : top
}
