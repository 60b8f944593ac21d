import { useRef, type DragEvent, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { focusStop, nextPlace, placeOf } from '#ui/use-roving.ts'

/** Consecutive bars by their places; both ends are included. */
export interface BarSpan {
  readonly first: number
  readonly last: number
}

export interface Brush {
  /** The bars that are being selected; null for none. */
  readonly span: BarSpan | null
  readonly onSpan: (span: BarSpan | null) => void
  /** By Enter, and by a click on a bar if it is a button. */
  readonly onTake: (span: BarSpan) => void
  /** The end of a drag takes the bars, and so does a click on one. */
  readonly takesOnRelease?: boolean
}

/** Pixels that a pointer moves before a press is a drag. */
const DRAG_AT = 4

/** Selects consecutive bars: by dragging over them, and by Shift with arrow keys, Home and End on the focused bar. */
export function useBrush(brush: Brush | undefined, count: number) {
  const drag = useRef<{ readonly start: number; readonly x: number; readonly hasMoved: boolean } | null>(null)
  const isDragged = useRef(false)
  /** The end of the span that does not move. */
  const anchor = useRef<number>(null)
  if (brush === undefined) return { handlers: {}, onBar: () => undefined, takeKey: () => false }

  const spanTo = (place: number): BarSpan => {
    const from = anchor.current ?? place
    return { first: Math.min(from, place), last: Math.max(from, place) }
  }
  const placeAt = ({ currentTarget, clientX }: PointerEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const place = Math.floor(((clientX - left) / Math.max(1, width)) * count)
    return Math.min(count - 1, Math.max(0, place))
  }
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      isDragged.current = false
      if (event.button === 0) drag.current = { start: placeAt(event), x: event.clientX, hasMoved: false }
    },
    onPointerMove: (event: PointerEvent) => {
      const { current } = drag
      if (current === null || (!current.hasMoved && Math.abs(event.clientX - current.x) < DRAG_AT)) return
      if (!current.hasMoved) {
        anchor.current = current.start
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { ...current, hasMoved: true }
      }
      brush.onSpan(spanTo(placeAt(event)))
    },
    onPointerUp: (event: PointerEvent) => {
      isDragged.current = drag.current?.hasMoved === true
      drag.current = null
      if (isDragged.current && brush.takesOnRelease === true) brush.onTake(spanTo(placeAt(event)))
    },
    onPointerCancel: () => {
      if (drag.current?.hasMoved) brush.onSpan(null)
      drag.current = null
    },
    // A drag over links and buttons is no click on the one below its end.
    onClickCapture: (event: MouseEvent) => {
      if (!isDragged.current) return
      isDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onDragStart: (event: DragEvent) => event.preventDefault(),
  }
  /** True if the key selects bars. */
  const takeKey = (event: KeyboardEvent): boolean => {
    const focused = placeOf(event.target)
    if (focused === undefined || event.ctrlKey || event.metaKey || event.altKey) return false
    const places = Array.from({ length: count }, (_, place) => place)
    const next = nextPlace(places, focused, event.key, 0)
    if (next !== undefined) {
      if (!event.shiftKey) {
        anchor.current = null
        if (brush.span !== null) brush.onSpan(null)
        return false
      }
      if (brush.span === null || anchor.current === null) anchor.current = focused
      brush.onSpan(spanTo(next))
      focusStop(event.currentTarget, next)
    } else if (event.key === 'Enter' && brush.span !== null) brush.onTake(brush.span)
    else if (event.key === 'Escape' && brush.span !== null) brush.onSpan(null)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  /** A click on a bar takes it; with Shift, all bars from the one before. */
  const onBar = (place: number, isExtended: boolean) => {
    if (!isExtended) anchor.current = place
    brush.onTake(spanTo(place))
  }
  return { handlers, takeKey, onBar }
}
