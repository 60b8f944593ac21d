import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { PrintedPart } from '#ui/tables/printed-part.tsx'
import { rowClickOf, SelectBox } from '#ui/tables/row-clicks.tsx'
import { scrollerOf } from '#ui/tables/visible-rows.ts'
import { rowHeightOnScreen } from '#ui/touch.ts'
import { PRINTED_ROWS_MAX, useIsPrinting } from '#ui/use-is-printing.ts'
import styles from '#ui/tables/tree-grid.module.css'

export interface TreeRow {
  readonly key: string
  readonly level: number
  /** Position among its siblings, from 1, and their number. */
  readonly position: number
  readonly setSize: number
  /** Null for a leaf. */
  readonly isExpanded: boolean | null
}

export interface TreeColumn<Row> {
  readonly key: string
  readonly header: string
  readonly align?: 'end'
  readonly isMinor?: boolean
  /** A track of a CSS grid; an equal share without one. */
  readonly width?: string
  /** Wraps to a second line. */
  readonly isTall?: boolean
  readonly cell: (row: Row) => ReactNode
}

export interface TreeGridProps<Row extends TreeRow> {
  label: string
  /** The first column holds the tree. */
  columns: readonly [TreeColumn<Row>, ...TreeColumn<Row>[]]
  rows: readonly Row[]
  activeKey: string | null
  onActive: (key: string, takesFocus: boolean) => void
  /** Moves by rows in a list of which this is a page. */
  onMove?: (by: number) => void
  onToggle: (row: Row, isExpanded: boolean) => void
  onOpen: (row: Row, where: 'here' | 'beside') => void
  /** Undefined for a row that cannot be selected. */
  isSelected?: (row: Row) => boolean | undefined
  /** Enables checkboxes, and selection by Ctrl and Shift click. */
  onSelect?: (row: Row, how: 'toggle' | 'range') => void
  /** Incremented to focus the active row. */
  focusRequest: number
  /** Scrolls with the pane, as lists do, instead of by itself. */
  isList?: boolean
}

export const TREE_ROW_HEIGHT = 28
const PAGE = 10

/** A virtual treegrid with roving tabindex and arrow keys. */
export function TreeGrid<Row extends TreeRow>(props: TreeGridProps<Row>) {
  const { columns, rows, activeKey, onActive, onToggle, onOpen, isSelected, onSelect, focusRequest } = props
  const { isList = false } = props
  const tree = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const found = rows.findIndex((row) => row.key === activeKey)
  const active = Math.max(0, found)
  const isPrinting = useIsPrinting()
  const hasTallCells = !isPrinting && columns.some(({ isTall }) => isTall)
  const rowHeight = rowHeightOnScreen(TREE_ROW_HEIGHT)
  // oxlint-disable-next-line react/incompatible-library -- its result is not memoised
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => (isList ? scrollerOf(tree.current) : tree.current),
    scrollMargin: top,
    estimateSize: () => rowHeight,
    // Another arrangement has the same rows at other places.
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    useFlushSync: false,
    initialRect: { width: 0, height: rowHeight * PAGE },
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return shown.includes(active) || active >= rows.length ? shown : [...shown, active].toSorted((a, b) => a - b)
    },
  })
  useLayoutEffect(() => {
    const outer = isList ? scrollerOf(tree.current) : null
    const body = tree.current?.lastElementChild
    if (!outer || !body) return
    setTop(body.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop)
  }, [isList, rows.length])
  const focused = useRef(0)
  useLayoutEffect(() => {
    // The active row may come with the next page.
    if (focusRequest === focused.current || found === -1) return
    focused.current = focusRequest
    if (!isList) virtualizer.scrollToIndex(active)
    const row = tree.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')
    row?.focus({ preventScroll: true })
    if (isList) row?.scrollIntoView({ block: 'nearest' })
  })

  const items = isPrinting
    ? rows.slice(0, PRINTED_ROWS_MAX).map((_, index) => ({ index, start: 0 }))
    : virtualizer.getVirtualItems()

  const goTo = (index: number) => {
    const row = rows[Math.min(Math.max(0, index), rows.length - 1)]
    if (row) onActive(row.key, true)
  }
  const handleKeyDown = (event: KeyboardEvent, row: Row, index: number) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    // The workspace extends the selection.
    if (event.shiftKey && isSelected && /^Arrow(Up|Down)$/.test(event.key)) return
    const move = (by: number) => (props.onMove ? props.onMove(by) : goTo(index + by))
    const act = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      PageDown: () => move(PAGE),
      PageUp: () => move(-PAGE),
      Home: () => move(-Infinity),
      End: () => move(Infinity),
      ArrowRight: () => (row.isExpanded === false ? onToggle(row, true) : row.isExpanded ? goTo(index + 1) : undefined),
      ArrowLeft: () => (row.isExpanded === true ? onToggle(row, false) : goTo(parentOf(rows, index))),
      Enter: () => onOpen(row, event.shiftKey ? 'beside' : 'here'),
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const handleClick = (event: MouseEvent, row: Row) => {
    const click = rowClickOf(event, onSelect !== undefined)
    if (click === 'toggle' || click === 'range') onSelect?.(row, click)
    else if (click !== null) onOpen(row, click === 'open' ? 'here' : 'beside')
  }

  return (
    <div
      ref={tree}
      className={styles['tree']}
      style={{ ['--tree-columns' as string]: columns.map(({ width = 'minmax(0, 1fr)' }) => width).join(' ') }}
      data-list={isList}
      role="treegrid"
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      aria-multiselectable={isSelected ? true : undefined}
    >
      <div className={styles['head']} role="row" aria-rowindex={1}>
        {columns.map((column) => (
          <div key={column.key} role="columnheader" data-align={column.align} data-minor={column.isMinor}>
            {column.header}
          </div>
        ))}
      </div>
      <div role="rowgroup" className={styles['rows']} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <div
              key={row.key}
              ref={hasTallCells ? virtualizer.measureElement : undefined}
              data-index={index}
              className={styles['row']}
              style={{ transform: `translateY(${start - top}px)` }}
              role="row"
              aria-rowindex={index + 2}
              aria-level={row.level}
              aria-posinset={row.position}
              aria-setsize={row.setSize}
              aria-expanded={row.isExpanded ?? undefined}
              aria-selected={isSelected?.(row)}
              tabIndex={index === active ? 0 : -1}
              onFocus={() => (row.key === activeKey ? undefined : onActive(row.key, false))}
              onKeyDown={(event) => handleKeyDown(event, row, index)}
              onClick={(event) => handleClick(event, row)}
              onMouseDown={(event) => (event.shiftKey && onSelect ? event.preventDefault() : undefined)}
            >
              {columns.map((column, place) => (
                <div
                  key={column.key}
                  role="gridcell"
                  data-align={column.align}
                  data-minor={column.isMinor}
                  data-tall={column.isTall}
                >
                  {place === 0 && onSelect && isSelected?.(row) !== undefined && (
                    <SelectBox isSelected={isSelected(row) === true} onToggle={() => onSelect(row, 'toggle')} />
                  )}
                  {place === 0 && <TreeToggle row={row} onToggle={(isExpanded) => onToggle(row, isExpanded)} />}
                  {column.cell(row)}
                </div>
              ))}
            </div>
          )
        })}
      </div>
      <PrintedPart loaded={rows.length} total={rows.length} />
    </div>
  )
}

function parentOf(rows: readonly TreeRow[], index: number): number {
  const level = rows[index]?.level ?? 1
  const above = rows.slice(0, index).findLastIndex((row) => row.level < level)
  return above === -1 ? index : above
}

interface TreeToggleProps {
  row: Pick<TreeRow, 'level' | 'isExpanded'>
  onToggle: (isExpanded: boolean) => void
}

/** Indentation, and a toggle for the pointer; keyboard and screen readers use the row. */
function TreeToggle({ row, onToggle }: TreeToggleProps) {
  return (
    <span className={styles['indent']} style={{ paddingInlineStart: `calc(var(--tree-step) * ${row.level - 1})` }}>
      {row.isExpanded !== null && (
        <button
          type="button"
          className={styles['toggle']}
          tabIndex={-1}
          aria-hidden="true"
          aria-label={row.isExpanded ? 'Fold' : 'Unfold'}
          data-open={row.isExpanded}
          onClick={() => onToggle(!row.isExpanded)}
        >
          <span>›</span>
        </button>
      )}
    </span>
  )
}
