import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { RowList } from '#command-kit/palette/palette-rows.ts'

/** Rows of PageDown, and the list's height until measured. */
export const PAGE_ROWS = 10

interface ListScroll {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly top: number
  readonly height: number
  readonly handleScroll: () => void
}

/**
 * Scroll position of the list. After a key it is computed, not measured: rows around the cursor render in the same
 * frame without forced layout.
 */
export function useListScroll(rows: Layout, active: number, isFollowing: boolean): ListScroll {
  const scroller = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(heightOf(rows) * PAGE_ROWS)
  const [seen, setSeen] = useState(() => ({ rows, active, top: topThatShows(rows, active, 0, height) }))
  const isNew = seen.rows !== rows || seen.active !== active
  const top = isNew && isFollowing ? topThatShows(rows, active, seen.top, height) : seen.top
  if (isNew) setSeen({ rows, active, top })

  const scrolledTo = useRef(0)
  useLayoutEffect(() => {
    if (!scroller.current || scrolledTo.current === top) return
    scroller.current.scrollTop = top
    scrolledTo.current = top
  }, [top])
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const seenHeight = entry?.borderBoxSize[0]?.blockSize ?? 0
      if (seenHeight > 0) setHeight(seenHeight)
    })
    if (scroller.current) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [])

  const handleScroll = () => {
    const now = scroller.current?.scrollTop ?? 0
    scrolledTo.current = now
    setSeen((before) => (before.top === now ? before : { ...before, top: now }))
  }
  return { scroller, top, height, handleScroll }
}

export const ROW_HEIGHT = 36
/** Height of the title above the first row of a section. */
export const SECTION_HEIGHT = 26

/** Above the first and below the last row. */
const LIST_PADDING = 4

/** Overscan rows, so that scrolling shows no gap. */
const OVERSCAN = 2

/** What the positions of rows depend on. */
export interface Layout extends Pick<RowList, 'length' | 'sections'> {
  /** ROW_HEIGHT if absent. */
  readonly rowHeight?: number
}

function heightOf({ rowHeight = ROW_HEIGHT }: Layout): number {
  return rowHeight
}

/** The distance of a row from the first row, titles of sections included. */
export function topOf(list: Layout, index: number): number {
  const { sections = [] } = list
  return index * heightOf(list) + sections.filter(({ start }) => start <= index).length * SECTION_HEIGHT
}

/** The index of the row at a distance; the nearest one for a title. */
function indexAt(list: Layout, distance: number): number {
  let index = Math.floor(distance / heightOf(list))
  while (index > 0 && topOf(list, index) > distance) index -= 1
  return index
}

/** The scroll position that shows a row, with the title above it; unchanged if it is visible. */
export function topThatShows(list: Layout, index: number, top: number, height: number): number {
  const isTitled = list.sections?.some(({ start }) => start === index) === true
  const begin = topOf(list, index)
  const start = isTitled ? begin - SECTION_HEIGHT : begin
  const end = begin + heightOf(list) + 2 * LIST_PADDING
  if (start < top) return start
  return end > top + height ? end - height : top
}

/** Indexes to render: the visible rows, the overscan, and the active row. */
export function renderedIndexes(list: Layout, top: number, height: number, active: number): readonly number[] {
  const count = list.length
  const lowest = Math.max(0, topOf(list, count) + 2 * LIST_PADDING - height)
  const shownTop = Math.min(top, lowest) - LIST_PADDING
  const first = Math.max(0, indexAt(list, shownTop) - OVERSCAN)
  const end = Math.min(count, indexAt(list, shownTop + height - 1) + 1 + OVERSCAN)
  const places = Array.from({ length: end - first }, (_, place) => first + place)
  if (active >= count || (active >= first && active < end)) return places
  return active < first ? [active, ...places] : [...places, active]
}

interface PaletteCursor {
  readonly active: number
  readonly move: (index: number, by: 'key' | 'pointer') => void
  /** The list scrolls with a cursor moved by keys, not by the pointer. */
  readonly isFollowing: boolean
}

/** Maximum shift of a row that is searched for. */
const SHIFT_MAX = 500

/** The active row: the first of each search until the cursor moves. It stays on its row when more results arrive. */
export function usePaletteCursor(rows: RowList, search: string): PaletteCursor {
  const [cursor, setCursor] = useState({ search, index: 0, key: '', isByKey: true })
  const isMoved = cursor.search === search && cursor.key !== ''
  return {
    active: isMoved ? placeOf(rows, cursor) : 0,
    move: (index, by) => setCursor({ search, index, key: rows.at(index)?.key ?? '', isByKey: by === 'key' }),
    isFollowing: cursor.isByKey || !isMoved,
  }
}

function placeOf(rows: RowList, { index, key }: { index: number; key: string }): number {
  if (rows.at(index)?.key === key) return index
  for (let place = 0; place < Math.min(rows.length, SHIFT_MAX); place++) {
    if (rows.at(place)?.key === key) return place
  }
  return Math.max(0, Math.min(index, rows.length - 1))
}
