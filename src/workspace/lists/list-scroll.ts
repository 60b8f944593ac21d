import { useEffect, useRef, useState, type RefObject } from 'react'
import { scrollerOf } from '#ui/tables/visible-rows.ts'

/** Milliseconds without scrolling before the page follows (debounce). */
const SETTLE_DELAY = 150

interface ListScroll {
  /** Undefined for a table that renders one page only. */
  readonly rowHeight: number | undefined
  readonly size: number
  /** From 1. */
  readonly page: number
  readonly loaded: number
  readonly total: number
  readonly onPage: (page: number) => void
}

/**
 * Keeps the page and the scroll position of a continuous list in step: a page is a position in the list. Returns the ref
 * of the element around the table.
 */
export function useListScroll(settings: ListScroll): RefObject<HTMLDivElement | null> {
  const { page, loaded, rowHeight } = settings
  const list = useRef<HTMLDivElement>(null)
  const latest = useRef(settings)
  /** The page that the user scrolled to; the list must not scroll to its first row. */
  const reached = useRef<number | null>(null)
  /** The scroll position of the last jump. */
  const jumpedTo = useRef<number | null>(null)
  useEffect(() => {
    latest.current = settings
  })

  useEffect(() => {
    const { current } = latest
    const place = placeOf(list.current, current)
    if (place === null || page === reached.current) return
    reached.current = null
    const isLoading = (page - 1) * current.size >= loaded && loaded < current.total
    if (isLoading || place.page === page) return
    place.scroller.scrollTop = page === 1 ? 0 : place.top + (page - 1) * current.size * place.rowHeight
    jumpedTo.current = place.scroller.scrollTop
  }, [page, loaded])

  useEffect(() => {
    const scroller = rowHeight === undefined ? null : scrollerOf(list.current)
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      const place = placeOf(list.current, latest.current)
      if (place === null || place.scroller.scrollTop === jumpedTo.current || place.page === latest.current.page) return
      reached.current = place.page
      latest.current.onPage(place.page)
    }
    const handleScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(follow, SETTLE_DELAY)
    }
    scroller?.addEventListener('scroll', handleScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      scroller?.removeEventListener('scroll', handleScroll)
    }
  }, [rowHeight])

  return list
}

/**
 * The places of the first visible row of a continuous list and after the last one; "all" if all rows fit its scroll
 * area, undefined without one.
 */
export function useVisibleRows(list: RefObject<HTMLElement | null>, rowHeight: number | undefined, total: number) {
  // Two numbers, because equal ones do not render again: the first is -1 without a scroll area, the end is infinite if
  // all rows fit. So it is until measured: a short list must not show its pages for a moment.
  const [first, setFirst] = useState(0)
  const [end, setEnd] = useState(Infinity)
  useEffect(() => {
    const scroller = scrollerOf(list.current)
    const measure = () => {
      const place = rowsOf(list.current, rowHeight)
      if (place === null || scroller === null) return setFirst(-1)
      const { offset, head } = place
      const area = scroller.getBoundingClientRect()
      // The pages themselves lie on the last rows.
      const foot = list.current?.querySelector('nav')?.getBoundingClientRect().top ?? area.bottom
      const isFitting = head + total * place.rowHeight <= scroller.clientHeight
      const bottom = Math.min(foot, area.bottom) - area.top - head - offset
      const top = Math.min(total - 1, Math.max(0, Math.ceil((-offset - 1) / place.rowHeight)))
      setFirst(isFitting ? 0 : top)
      setEnd(isFitting ? Infinity : Math.min(total, Math.max(top + 1, Math.floor((bottom + 1) / place.rowHeight))))
    }
    measure()
    scroller?.addEventListener('scroll', measure, { passive: true })
    const observer = new ResizeObserver(measure)
    for (const element of [scroller, list.current]) if (element) observer.observe(element)
    return () => {
      scroller?.removeEventListener('scroll', measure)
      observer.disconnect()
    }
  }, [list, rowHeight, total])
  if (rowHeight === undefined || first === -1) return undefined
  return end === Infinity ? 'all' : ([first, end] as const)
}

/** The scroll area of a continuous list, and the position of its first row in it, below the header. */
function rowsOf(list: HTMLElement | null, rowHeight: number | undefined) {
  const scroller = scrollerOf(list)
  const body = list?.querySelector('tbody, [role=rowgroup]')
  if (!scroller || !body || rowHeight === undefined) return null
  const head = body.previousElementSibling?.getBoundingClientRect().height ?? 0
  const offset = body.getBoundingClientRect().top - scroller.getBoundingClientRect().top - head
  return { scroller, head, offset, rowHeight }
}

/** The page whose rows are in sight, and the scroll position of the first row. */
function placeOf(list: HTMLElement | null, { rowHeight: height, size, loaded, total }: ListScroll) {
  const rows = rowsOf(list, height)
  if (rows === null) return null
  const { scroller, offset, rowHeight } = rows
  const { scrollTop, clientHeight, scrollHeight } = scroller
  const isAtEnd = scrollTop > 0 && loaded >= total && scrollTop + clientHeight >= scrollHeight - 1
  // A pixel of tolerance: positions are fractions on some screens.
  const first = isAtEnd ? Math.max(0, total - 1) : Math.floor(Math.max(0, 1 - offset) / rowHeight)
  return { scroller, page: Math.floor(first / size) + 1, top: scrollTop + offset, rowHeight }
}
