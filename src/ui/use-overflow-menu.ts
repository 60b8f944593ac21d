import { useEffect, useRef, useState, type RefObject } from 'react'

/** Estimated width, until measured. */
const MENU_WIDTH = 72

/**
 * The keys of items that overflow into the menu. Items carry `data-item`, the menu `data-overflow-menu`, permanent
 * elements `data-fixed`. Keys are in order of priority.
 */
export function useOverflowMenu(bar: RefObject<HTMLElement | null>, keys: readonly string[]): ReadonlySet<string> {
  const [hidden, setHidden] = useState('')
  // Hidden items have no width: keep the last one.
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
  /** In CSS pixels, including the gap before it. */
  readonly width: number
}

interface Room {
  readonly width: number
  /** Width of the overflow menu. */
  readonly menuWidth: number
}

/** The keys of overflowing items; items are in order of priority. The menu takes space only if there are any. */
export function overflowingItems(items: readonly MeasuredItem[], room: Room): readonly string[] {
  const total = items.reduce((sum, { width }) => sum + width, 0)
  if (total <= room.width) return []
  const ends = items.map((_, place) => items.slice(0, place + 1).reduce((sum, { width }) => sum + width, 0))
  const place = ends.findIndex((end) => end > room.width - room.menuWidth)
  return items.slice(place).map(({ key }) => key)
}
