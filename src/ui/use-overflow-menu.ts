import { useEffect, useRef, useState, type RefObject } from 'react'

/** Before the menu was measured. */
const MENU_WIDTH = 72

/**
 * The keys of a bar's items that belong in its overflow menu. Items carry `data-item`, the menu `data-overflow-menu`;
 * everything else in the bar that carries `data-fixed` always stays. Keys are given by priority.
 */
export function useOverflowMenu(bar: RefObject<HTMLElement | null>, keys: readonly string[]): ReadonlySet<string> {
  const [hidden, setHidden] = useState('')
  // A hidden item has no width: the last one is kept.
  const widths = useRef(new Map<string, number>())
  useEffect(() => {
    const { current } = bar
    if (!current) return undefined
    const measure = () => {
      const gap = Number.parseFloat(getComputedStyle(current).columnGap) || 0
      const widthOf = (element: HTMLElement) => element.getBoundingClientRect().width + gap
      for (const element of current.querySelectorAll<HTMLElement>('[data-item]')) {
        if (!element.hidden) widths.current.set(element.dataset['item'] ?? '', widthOf(element))
      }
      const fixed = [...current.querySelectorAll<HTMLElement>('[data-fixed]')].reduce(
        (sum, element) => sum + widthOf(element),
        0,
      )
      const menu = current.querySelector<HTMLElement>('[data-overflow-menu]')
      const items = keys.map((key) => ({ key, width: widths.current.get(key) ?? 0 }))
      const room = { width: current.clientWidth + gap - fixed, menuWidth: menu ? widthOf(menu) : MENU_WIDTH }
      setHidden(overflowingItems(items, room).join('\n'))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    for (const element of current.querySelectorAll('[data-item], [data-fixed]')) observer.observe(element)
    return () => observer.disconnect()
  })
  return new Set(hidden.split('\n').filter(Boolean))
}

interface MeasuredItem {
  readonly key: string
  /** In CSS pixels, with the gap before it. */
  readonly width: number
}

interface Room {
  readonly width: number
  /** Of the menu that holds the items without room. */
  readonly menuWidth: number
}

/** The keys of the items that find no room; items are given by priority. The menu needs room only where there are any. */
export function overflowingItems(items: readonly MeasuredItem[], room: Room): readonly string[] {
  const total = items.reduce((sum, { width }) => sum + width, 0)
  if (total <= room.width) return []
  const ends = items.map((_, place) => items.slice(0, place + 1).reduce((sum, { width }) => sum + width, 0))
  const place = ends.findIndex((end) => end > room.width - room.menuWidth)
  return items.slice(place).map(({ key }) => key)
}
