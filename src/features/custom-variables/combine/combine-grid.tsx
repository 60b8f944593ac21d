import { useEffect, useMemo, useRef, type KeyboardEvent, type PointerEvent, type RefObject, memo } from 'react'
import type { Variable } from '#contract/shapes/entities.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { formatSize } from '#domain/numbers.ts'
import { valueWords } from '#entities/variables/value-words.ts'
import { type CellCounts, cellKey } from '#features/custom-variables/combine/cell-counts.ts'
import { blockOf, movedCursor, type Block, type GridCursor } from '#features/custom-variables/combine/grid-cursor.ts'
import { UNKNOWN_KEY } from '#features/custom-variables/draft.ts'
import styles from '#features/custom-variables/combine/combine.module.css'

interface CombineRowProps {
  code: string
  words: string
  place: number
  columns: readonly string[]
  assigned: Readonly<Record<string, string>>
  titles: ReadonlyMap<string, string>
  /** Each value's position, which selects its tint. */
  places: ReadonlyMap<string, number>
  counts: CellCounts | null
  focusColumn: number | null
  /** The columns of the selected block in this row. */
  left: number | null
  right: number | null
}

const TINTS = 8

/** The combinations of one answer to the first variable. */
const CombineRow = memo(
  function CombineRow({ code, words, place, columns, assigned, titles, places, counts, ...cursor }: CombineRowProps) {
    const { focusColumn, left, right } = cursor
    return (
      <tr aria-rowindex={place + 2}>
        <th scope="row" aria-colindex={1}>
          {words}
        </th>
        {columns.map((column, index) => {
          const isFixed = code === UNKNOWN_VALUE && column === UNKNOWN_VALUE
          const key = cellKey({ first: code, second: column })
          const value = isFixed ? UNKNOWN_KEY : assigned[key]
          const count = counts === null ? undefined : (counts.byCell.get(key) ?? (counts.byCell.has(key) ? null : 0))
          return (
            <td
              key={column}
              aria-colindex={index + 2}
              aria-selected={left !== null && right !== null && index >= left && index <= right}
              tabIndex={focusColumn === index ? 0 : -1}
              data-row={place}
              data-column={index}
              data-tint={value === undefined ? 'open' : tintOf(value, places)}
            >
              <span className={styles['given']}>{value === undefined ? 'open' : (titles.get(value) ?? 'open')}</span>
              {count !== undefined && <span className={styles['count']}>{formatSize(count)}</span>}
            </td>
          )
        })}
      </tr>
    )
  },
  (before, after) =>
    before.code === after.code &&
    before.words === after.words &&
    before.place === after.place &&
    before.columns === after.columns &&
    before.titles === after.titles &&
    before.counts === after.counts &&
    before.focusColumn === after.focusColumn &&
    before.left === after.left &&
    before.right === after.right &&
    isRowSame(before, after),
)

/** Assigning a cell copies the record of all combinations; most rows are unchanged. */
function isRowSame(before: CombineRowProps, after: CombineRowProps): boolean {
  if (before.assigned === after.assigned) return true
  return after.columns.every((column) => {
    const key = cellKey({ first: after.code, second: column })
    return before.assigned[key] === after.assigned[key]
  })
}

function tintOf(value: string, places: ReadonlyMap<string, number>): string {
  return value === UNKNOWN_KEY ? 'unknown' : String(((places.get(value) ?? 1) - 1) % TINTS)
}

interface CombineGridProps {
  ref: RefObject<HTMLTableElement | null>
  label: string
  first: Variable
  second: Variable
  rows: readonly string[]
  columns: readonly string[]
  assigned: Readonly<Record<string, string>>
  titles: ReadonlyMap<string, string>
  counts: CellCounts | null
  /** Whether counts are shown or loading. */
  isCounted: boolean
  cursor: GridCursor
  onCursor: (cursor: GridCursor) => void
  /** A key that assigns a value: a digit, Enter, Delete. */
  onKey: (key: string) => void
  /** A block was painted with the mouse; null if the mouse only selects. */
  onPaint: ((block: Block) => void) | null
}

/** The table as a grid with one tab stop; a key redraws only the rows affected. */
export function CombineGrid(props: CombineGridProps) {
  const { ref, first, second, rows, columns, cursor, onCursor } = props
  const { focus } = cursor
  const block = blockOf(cursor)
  const isDrawing = useRef(false)
  const movedBy = useRef<'key' | 'pointer' | null>(null)
  const size = { rows: rows.length, columns: columns.length }
  const places = useMemo(() => new Map([...props.titles.keys()].map((key, place) => [key, place])), [props.titles])

  useEffect(() => {
    if (movedBy.current === null) return
    const cell = ref.current?.querySelector<HTMLElement>(`[data-row="${focus.row}"][data-column="${focus.column}"]`)
    cell?.focus({ preventScroll: true })
    // Never scroll under a pointer: the next click would hit another cell.
    if (movedBy.current === 'key') cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [ref, focus])

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.altKey) return
    const moved = movedCursor(cursor, event, size)
    const gives = /^[0-9]$|^Enter$|^Delete$|^Backspace$/.test(event.key) && !event.ctrlKey
    if (moved === null && !gives) return
    event.preventDefault()
    event.stopPropagation()
    movedBy.current = 'key'
    if (moved) onCursor(moved)
    else props.onKey(event.key)
  }
  const draw = (event: PointerEvent, isStart: boolean) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
    if (!cell || !(isStart || isDrawing.current)) return
    const position = { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) }
    isDrawing.current = true
    movedBy.current = 'pointer'
    onCursor({ focus: position, anchor: isStart && !event.shiftKey ? position : cursor.anchor })
  }
  const endDrawing = () => {
    if (isDrawing.current) props.onPaint?.(block)
    isDrawing.current = false
  }

  return (
    <div className={styles['scroller']}>
      <table
        ref={ref}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid with keyboard navigation
        role="grid"
        className={styles['grid']}
        data-counted={props.isCounted}
        aria-label={props.label}
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        onKeyDown={handleKeyDown}
        onPointerDown={(event) => draw(event, true)}
        onPointerOver={(event) => draw(event, false)}
        onPointerUp={endDrawing}
        onPointerLeave={endDrawing}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" aria-colindex={1}>
              Rows \ columns
            </th>
            {columns.map((column, place) => (
              <th key={column} scope="col" aria-colindex={place + 2}>
                {valueWords(second, column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <CombineRow
              key={row}
              code={row}
              words={valueWords(first, row)}
              place={place}
              columns={columns}
              assigned={props.assigned}
              titles={props.titles}
              places={places}
              counts={props.counts}
              focusColumn={place === focus.row ? focus.column : null}
              left={place >= block.top && place <= block.bottom ? block.left : null}
              right={place >= block.top && place <= block.bottom ? block.right : null}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
