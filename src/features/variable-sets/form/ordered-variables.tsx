import { useRef, useState, useEffect, type PointerEvent } from 'react'
import { copyText } from '#command-kit/clipboard.ts'
import { CommandLink } from '#command-kit/command-link.tsx'
import { formatCount } from '#domain/numbers.ts'
import { DataTypeTag } from '#entities/variables/data-type-tag.tsx'
import { SET_COLUMNS, useSetRows, type SetRow } from '#features/variable-sets/form/variable-list.tsx'
import { Button } from '#ui/button.tsx'
import { useRowsInSight } from '#ui/tables/visible-rows.ts'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { tableText } from '#workspace/lists/paged-table.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/variable-sets/form/row-order.module.css'

interface OrderedVariablesProps {
  names: readonly string[]
  /** Moves a variable to a position, from 0. */
  onMove: (name: string, place: number) => void
  onRemove: (name: string) => void
}

/** In pixels, as the style sheet sets it. */
const ROW_HEIGHT = 32

/** All variables of an editable set, one line each; ordered by position field, arrow keys or dragging. */
export function OrderedVariables({ names, onMove, onRemove }: OrderedVariablesProps) {
  const { rows } = useSetRows(names)
  const { list, beforeRemoving } = useFocusAfterRemoval<HTMLDivElement>(names)
  const body = useRef<HTMLTableSectionElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const stopPlace = active === null ? 0 : Math.max(0, names.indexOf(active))
  const { places } = useRowsInSight({ body, scroller: list, count: rows.length, stopPlace, rowHeight: ROW_HEIGHT })
  usePaneActions({
    'list.copy-table': { available: true, run: () => copyText(tableText(SET_COLUMNS, rows)) },
  })
  const draw = (row: SetRow) => (
    <tr key={row.name} data-index={row.place} onFocus={() => setActive(row.name)}>
      <td data-align="end">
        <PositionField
          name={row.name}
          place={row.place}
          count={names.length}
          onMove={(place) => onMove(row.name, place)}
        />
      </td>
      <td className={styles['name']} title={row.name}>
        <CommandLink id="variable.show" args={{ variableName: row.name }}>
          {row.name}
        </CommandLink>
      </td>
      <td data-minor="true">{row.hit && <DataTypeTag dataType={row.hit.dataType} />}</td>
      <td data-minor="true" className={styles['question']} title={row.hit?.question}>
        {row.hit?.question.replaceAll('|', ' ') ?? '–'}
      </td>
      <td data-minor="true" data-align="end">
        {row.hit && formatCount(row.hit.observations)}
      </td>
      <td data-align="end">
        <DragHandle name={row.name} onDrop={(onto) => onMove(row.name, names.indexOf(onto))} />
        <Button
          variant="quiet"
          size="small"
          aria-label={`Remove ${row.name}`}
          data-removes={row.name}
          onClick={() => {
            beforeRemoving(row.name)
            onRemove(row.name)
          }}
        >
          ×
        </Button>
      </td>
    </tr>
  )
  return (
    <div ref={list}>
      <table className={styles['rows']} aria-label="Variables of the set" aria-rowcount={places && rows.length + 1}>
        <thead>
          <tr>
            <th data-align="end" className={styles['positions']}>
              #
            </th>
            <th>Name</th>
            <th data-minor="true" className={styles['types']}>
              Type
            </th>
            <th data-minor="true" className={styles['questions']}>
              Question
            </th>
            <th data-minor="true" data-align="end" className={styles['observations']}>
              Observations
            </th>
            <th className={styles['acts']}>
              <VisuallyHidden>Order</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {(places ?? rows.map((_, place) => ({ place, gap: 0 }))).flatMap(({ place, gap }) => {
            const row = rows[place]
            const space = gap > 0 ? [<Gap key={`gap ${place}`} height={gap} />] : []
            return row ? [...space, draw(row)] : space
          })}
        </tbody>
      </table>
    </div>
  )
}

/** The height of rows out of sight. */
function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden="true" style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- not a control, and hidden */}
      <td colSpan={6} />
    </tr>
  )
}

interface PositionFieldProps {
  name: string
  place: number
  count: number
  onMove: (place: number) => void
}

/** A variable's position in the set: typed, or changed by arrow keys; the focus follows the variable. */
function PositionField({ name, place, count, onMove }: PositionFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const hadFocus = useRef(false)

  useEffect(() => {
    // Moving the row in the page blurred its field.
    if (hadFocus.current && document.activeElement !== field.current) field.current?.focus()
  })

  const moveTo = (to: number) => {
    setText(null)
    if (to === place || to < 0 || to >= count) return
    hadFocus.current = true
    onMove(to)
  }
  return (
    <input
      ref={field}
      className={styles['position']}
      inputMode="numeric"
      aria-label={`Position of ${name}`}
      data-variable={name}
      value={text ?? String(place + 1)}
      onChange={(event) => {
        if (/^\d{0,6}$/.test(event.target.value)) setText(event.target.value)
      }}
      onFocus={(event) => event.target.select()}
      onBlur={() => {
        hadFocus.current = false
        if (text !== null && text !== '') moveTo(Number(text) - 1)
        setText(null)
      }}
      onKeyDown={(event) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
        if (step !== undefined) moveTo(place + step)
        else if (event.key === 'Enter' && text !== null && text !== '') moveTo(Number(text) - 1)
        else if (event.key === 'Escape' && text !== null) setText(null)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}

/** Moves a row by pointer; for keyboards there is the position field. */
function DragHandle({ name, onDrop }: { name: string; onDrop: (onto: string) => void }) {
  const [over, setOver] = useState<string | null>(null)
  const isDragged = useRef(false)
  const mark = useRef<Element | null>(null)

  const markRow = (row: Element | null) => {
    mark.current?.removeAttribute('data-drop')
    row?.setAttribute('data-drop', 'true')
    mark.current = row
  }
  const handleMove = (event: PointerEvent) => {
    if (!isDragged.current) return
    const row = document.elementFromPoint(event.clientX, event.clientY)?.closest('tr') ?? null
    const onto = row?.querySelector('[data-variable]')?.getAttribute('data-variable') ?? null
    setOver(onto)
    markRow(onto === null || onto === name ? null : row)
  }
  const handleEnd = (isDropped: boolean) => {
    isDragged.current = false
    markRow(null)
    if (isDropped && over !== null && over !== name) onDrop(over)
    setOver(null)
  }
  return (
    <span
      className={styles['handle']}
      title={`Drag ${name} to reorder`}
      aria-hidden="true"
      onPointerDown={(event) => {
        isDragged.current = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={handleMove}
      onPointerUp={() => handleEnd(true)}
      onPointerCancel={() => handleEnd(false)}
    >
      ⠿
    </span>
  )
}
