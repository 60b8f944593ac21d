import { useLayoutEffect, useRef, type RefObject } from 'react'
import { scrollerOf } from '#ui/tables/visible-rows.ts'

interface Place {
  readonly page: number
  readonly top: number
}

interface RestoredScroll {
  /** Call before focusing the search field, which may scroll. */
  readonly leave: () => void
  /** Call with each new text; returns the page to show. */
  readonly pageAfter: (before: string, next: string, page: number) => number
}

/** Remembers the list's page and scroll position at the start of a search, and restores them when it is cleared. */
export function useRestoredScroll(inside: RefObject<HTMLElement | null>, isComplete: boolean): RestoredScroll {
  const leftFrom = useRef<number | null>(null)
  const left = useRef<Place | null>(null)
  const wanted = useRef<number | null>(null)

  useLayoutEffect(() => {
    if (wanted.current === null || !isComplete) return
    const scroller = scrollerOf(inside.current)
    if (!scroller) return
    scroller.scrollTop = wanted.current
    wanted.current = null
  })

  return {
    leave: () => {
      leftFrom.current = scrollerOf(inside.current)?.scrollTop ?? null
    },
    pageAfter: (before, next, page) => {
      if (before === '' && next !== '') {
        left.current = { page, top: leftFrom.current ?? scrollerOf(inside.current)?.scrollTop ?? 0 }
        leftFrom.current = null
      }
      const place = left.current
      if (next !== '' || !place) return 1
      wanted.current = place.top
      left.current = null
      return place.page
    },
  }
}
