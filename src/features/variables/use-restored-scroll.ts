import { useLayoutEffect, useRef, type RefObject } from 'react'
import { scrollerOf } from '#ui/rows-in-sight.ts'

interface Place {
  readonly page: number
  readonly top: number
}

interface RestoredScroll {
  /** To be called before the search field is moved to, which may scroll. */
  readonly leave: () => void
  /** To be called with each new text; answers with the page to show. */
  readonly pageAfter: (before: string, next: string, page: number) => number
}

/** Remembers where the whole list stood when a search began, and goes back there when the search is cleared. */
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
