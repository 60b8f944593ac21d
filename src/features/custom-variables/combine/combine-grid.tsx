import { useEffect, useMemo, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import type { Variable } from '#contract/shapes/entities.ts'
import { valueWords } from '#entities/variables/value-words.ts'
import type { CellCounts } from '#features/custom-variables/combine/cell-counts.ts'
import { CombineRow } from '#features/custom-variables/combine/combine-row.tsx'
import { blockOf, movedCursor, type Block, type GridCursor } from '#features/custom-variables/combine/grid-cursor.ts'
import styles from '#features/custom-variables/combine/combine.module.css'

interface CombineGridProps {
  ref: RefObject<HTMLTableElement | null>
  label: string
  first: Variable
  second: Variable
  rows: readonly string[]
  columns: readonly string[]
  given: Readonly<Record<string, string>>
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
    const at = { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) }
    isDrawing.current = true
    movedBy.current = 'pointer'
    onCursor({ focus: at, anchor: isStart && !event.shiftKey ? at : cursor.anchor })
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
              {first.variableName} \ {second.variableName}
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
              given={props.given}
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
