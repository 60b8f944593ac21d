import { useEffect, useRef, useState, type PointerEvent } from 'react'
import styles from '#features/variable-sets/parts/row-order.module.css'

interface PositionFieldProps {
  name: string
  place: number
  count: number
  onMove: (place: number) => void
}

/** A variable's position in the set: typed, or changed by arrow keys; the focus follows the variable. */
export function PositionField({ name, place, count, onMove }: PositionFieldProps) {
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
export function DragHandle({ name, onDrop }: { name: string; onDrop: (onto: string) => void }) {
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
