import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { RowList } from '#command-kit/palette/palette-rows.ts'
import { ROW_HEIGHT, topThatShows } from '#command-kit/palette/palette-window.ts'

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
export function useListScroll(rows: RowList, active: number, isFollowing: boolean): ListScroll {
  const scroller = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(ROW_HEIGHT * PAGE_ROWS)
  const [seen, setSeen] = useState(() => ({ rows, active, top: topThatShows(active, 0, height) }))
  const isNew = seen.rows !== rows || seen.active !== active
  const top = isNew && isFollowing ? topThatShows(active, seen.top, height) : seen.top
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
