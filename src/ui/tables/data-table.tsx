import {
  Fragment,
  memo,
  useEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useState,
  type RefObject,
} from 'react'
import { PrintedPart } from '#ui/tables/printed-part.tsx'
import { rowClickOf, SelectCell, SelectHeader } from '#ui/tables/row-clicks.tsx'
import { useRowsInSight } from '#ui/tables/visible-rows.ts'
import { rowHeightOnScreen } from '#ui/touch.ts'
import styles from '#ui/tables/data-table.module.css'

export interface Column<Row> {
  readonly key: string
  readonly header: string
  /** Beside the header, of columns that are not sorted. */
  readonly menu?: ReactNode
  readonly align?: 'start' | 'end'
  /** Hidden where the pane is narrow: the least below 1200 px, the first below 900, the last below 420, the others below 560. */
  readonly isMinor?: boolean | 'least' | 'first' | 'last'
  /** The width in a list; columns without a width share the rest. */
  readonly width?: string
  readonly cell: (row: Row) => ReactNode
  /** Shades the cell: 0 to 1; 0 for none. */
  readonly heat?: (row: Row) => number
  readonly sortValue?: (row: Row) => string | number | null
}

export interface Sort {
  readonly key: string
  readonly descending: boolean
}

export type RowModifier = 'here' | 'beside'

/** 28 and 36 have one line; 44 and 60 are laid out by the list, in two and three. */
export type RowHeight = 28 | 36 | 44 | 60

export interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The number of rows, if more follow. */
  total?: number | undefined
  rowKey: (row: Row) => string
  sort?: Sort | null
  onSort?: (sort: Sort) => void
  /** The row with the tab stop (roving tabindex). */
  activeKey?: string | null
  onActive?: (key: string) => void
  onOpen?: (row: Row, where: RowModifier) => void
  /** Moves the active row by rows that the table may not show: PageUp and PageDown, and arrows past its ends. */
  onMove?: (by: number) => void
  isSelected?: (row: Row) => boolean
  /** Enables checkboxes, and selection by Ctrl and Shift click. */
  onSelect?: ((row: Row, how: 'toggle' | 'range') => void) | undefined
  /** Whether a row belongs to the row above it. */
  isNested?: (row: Row) => boolean
  /** Incremented to focus the active row. */
  focusRequest?: number
  /** The height of a list's rows in pixels: one line each. Measured rows have as many lines as they need. */
  rowHeight?: RowHeight | 'measured' | undefined
}

/** Rows that a key moves by. */
const ROWS_BY_KEY: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }

/** A table; with `onOpen` a grid with roving tabindex and arrow keys. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, activeKey, onActive, onOpen, isSelected, onSelect, focusRequest = 0 } = props
  const rowHeight = typeof props.rowHeight === 'number' ? rowHeightOnScreen(props.rowHeight) : props.rowHeight
  const body = useRef<HTMLTableSectionElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const overflows = useOverflows(scroller)
  const isGrid = onOpen !== undefined
  const stopPlace = Math.max(
    0,
    rows.findIndex((row) => rowKey(row) === activeKey),
  )
  const isList = rowHeight !== undefined
  const { places, measure } = useRowsInSight({
    body,
    scroller,
    count: rows.length,
    isVirtual: isGrid || isList,
    stopPlace,
    rowHeight,
  })

  const focused = useRef(0)
  useEffect(() => {
    // The active row may come with the next page.
    if (focusRequest === focused.current || rows[stopPlace] === undefined || rowKey(rows[stopPlace]) !== activeKey)
      return
    focused.current = focusRequest
    const row = body.current?.querySelector<HTMLElement>('tr[tabindex="0"]')
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  })

  const handleKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const step = ROWS_BY_KEY[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    // The workspace extends the selection.
    if (event.shiftKey && onSelect && Math.abs(step) === 1) return
    const { nextElementSibling, previousElementSibling } = event.currentTarget
    const next = { [1]: nextElementSibling, [-1]: previousElementSibling }[step]
    event.preventDefault()
    if (next instanceof HTMLElement) next.focus()
    else props.onMove?.(step)
  }

  const handleClick = (event: MouseEvent, row: Row) => {
    const click = rowClickOf(event, onSelect !== undefined)
    if (click === 'toggle' || click === 'range') onSelect?.(row, click)
    else if (click !== null) onOpen?.(row, click === 'open' ? 'here' : 'beside')
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be focusable
    <div ref={scroller} className={styles['scroller']} {...(overflows && !isGrid && SCROLLABLE)}>
      <table
        className={styles['table']}
        aria-label={props.label}
        role={isGrid ? 'grid' : undefined}
        data-activatable={isGrid}
        data-list={props.rowHeight === undefined ? undefined : layoutOf(props.rowHeight)}
        style={typeof rowHeight === 'number' ? { ['--row-height' as string]: `${rowHeight}px` } : undefined}
        aria-rowcount={places && (props.total ?? rows.length) + 1}
        aria-multiselectable={onSelect ? true : undefined}
      >
        <thead>
          <tr>
            {onSelect && <SelectHeader />}
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={props.sort ?? null} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {(places ?? rows.map((_, place) => ({ place, gap: 0 }))).map(({ place, gap }) => {
            const row = rows[place]
            if (row === undefined) return <Gap key="end" height={gap} />
            const key = rowKey(row)
            const draw = () =>
              columns.map((column) => (
                <td
                  key={column.key}
                  data-align={column.align}
                  data-minor={column.isMinor}
                  data-column={column.key}
                  data-heat={column.heat && ''}
                  style={column.heat && { ['--heat-share' as string]: column.heat(row) }}
                  role={isGrid ? 'gridcell' : undefined}
                >
                  {column.cell(row)}
                </td>
              ))
            const cells = <Cells row={row} by={columns} draw={draw} />
            return (
              <Fragment key={key}>
                {gap > 0 && <Gap height={gap} />}
                <tr
                  ref={measure}
                  data-index={place}
                  data-nested={props.isNested?.(row) ? '' : undefined}
                  aria-rowindex={places && place + 2}
                  {...(isGrid && {
                    tabIndex: place === stopPlace ? 0 : -1,
                    'aria-selected': onSelect && isSelected?.(row),
                    onFocus: () => onActive?.(key),
                    onKeyDown: handleKeyDown,
                    onClick: (event) => handleClick(event, row),
                    onMouseDown: (event) => (event.shiftKey && onSelect ? event.preventDefault() : undefined),
                  })}
                >
                  {onSelect && (
                    <SelectCell isSelected={isSelected?.(row) ?? false} onToggle={() => onSelect(row, 'toggle')} />
                  )}
                  {cells}
                </tr>
              </Fragment>
            )
          })}
        </tbody>
      </table>
      <PrintedPart loaded={rows.length} total={props.total ?? rows.length} />
    </div>
  )
}

interface CellsProps {
  row: unknown
  by: unknown
  draw: () => ReactNode
}

/** Memoised by row and columns: moving the cursor does not re-render cells. */
const Cells = memo(
  ({ draw }: CellsProps) => draw(),
  (before, next) => before.row === next.row && before.by === next.by,
)

/** Height of the rows that are not rendered (virtual list). */
function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden="true" className={styles['gap']} style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- not a control, and hidden */}
      <td />
    </tr>
  )
}

function layoutOf(rowHeight: RowHeight | 'measured'): string {
  if (rowHeight === 'measured') return rowHeight
  return rowHeight > 36 ? 'blocks' : 'lines'
}

const SCROLLABLE = { tabIndex: 0, role: 'group', 'aria-label': 'Table, scrolls sideways' }

interface HeaderCellProps<Row> {
  column: Column<Row>
  sort: Sort | null
  onSort: ((sort: Sort) => void) | undefined
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const isSorted = sort?.key === column.key
  const direction = sort?.descending === true ? 'descending' : 'ascending'
  const look = {
    'data-align': column.align,
    'data-minor': column.isMinor,
    'data-column': column.key,
    style: { width: column.width },
  }
  if (!onSort || !column.sortValue) {
    return (
      <th scope="col" {...look}>
        {column.header}
        {column.menu}
      </th>
    )
  }
  return (
    <th scope="col" {...look} aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        className={styles['sort']}
        onClick={() => onSort({ key: column.key, descending: isSorted ? !sort.descending : column.align === 'end' })}
      >
        {column.header}
        <span className={styles['arrow']} aria-hidden="true">
          {isSorted ? (direction === 'ascending' ? '↑' : '↓') : ''}
        </span>
      </button>
    </th>
  )
}

/** Whether an element overflows horizontally, so that it must be focusable. */
function useOverflows(element: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const { current } = element
    if (!current) return undefined
    const observer = new ResizeObserver(() => setOverflows(current.scrollWidth > current.clientWidth + 1))
    observer.observe(current)
    if (current.firstElementChild) observer.observe(current.firstElementChild)
    return () => observer.disconnect()
  }, [element])
  return overflows
}
