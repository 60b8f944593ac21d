import { useState, type FocusEvent, type KeyboardEvent } from 'react'

interface Roving {
  /** The place of the item with the tab stop. */
  readonly stop: number | undefined
  /** For the container; each item has `data-stop` with its place, and contains a link or a button. */
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onFocus: (event: FocusEvent) => void
}

/**
 * One tab stop for many links (roving tabindex): arrow keys, Home and End move the focus. Places count the items of a
 * grid row by row; `columns` is 0 for a single row, and not every place needs an item.
 */
export function useRoving(places: readonly number[], columns = 0): Roving {
  const [chosen, setChosen] = useState<number>()
  const stop = chosen !== undefined && places.includes(chosen) ? chosen : places[0]
  return {
    stop,
    onKeyDown: (event) => {
      const focused = placeOf(event.target)
      if (focused === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const next = nextPlace(places, focused, event.key, columns)
      if (next === undefined) return
      event.preventDefault()
      focusStop(event.currentTarget, next)
    },
    onFocus: ({ target }) => setChosen((before) => placeOf(target) ?? before),
  }
}

/** Focuses the item of a place. */
export function focusStop(container: Element, place: number): void {
  container.querySelector<HTMLElement>(`[data-stop="${place}"] :is(a, button, [role='link'], [role='img'])`)?.focus()
}

/** The place of the item that contains an element. */
export function placeOf(target: EventTarget): number | undefined {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-stop]') : null
  return item === null ? undefined : Number(item.dataset['stop'])
}

/** The place that a key leads to; undefined for other keys. At the end the place itself. */
export function nextPlace(places: readonly number[], from: number, key: string, columns: number): number | undefined {
  const inColumn = (place: number) => columns > 0 && place % columns === from % columns
  switch (key) {
    case 'ArrowRight':
      return places.find((place) => place > from) ?? from
    case 'ArrowLeft':
      return places.findLast((place) => place < from) ?? from
    case 'ArrowDown':
      return columns === 0 ? undefined : (places.find((place) => place > from && inColumn(place)) ?? from)
    case 'ArrowUp':
      return columns === 0 ? undefined : (places.findLast((place) => place < from && inColumn(place)) ?? from)
    case 'Home':
      return places[0]
    case 'End':
      return places.at(-1)
    default:
      return undefined
  }
}
