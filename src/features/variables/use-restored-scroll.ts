import { useLayoutEffect, useRef, type RefObject } from 'react'
import { scrollerOf } from '#ui/scroller-of.ts'

interface Place {
  readonly page: number
  readonly top: number
}

/**
 * Remembers where the whole list stood when a search began, and goes back there when the search is cleared. Gives what
 * to call with each new text; it answers with the page to show.
 */
export function useRestoredScroll(inside: RefObject<HTMLElement | null>, isComplete: boolean) {
  const left = useRef<Place | null>(null)
  const wanted = useRef<number | null>(null)

  useLayoutEffect(() => {
    const scroller = scrollerOf(inside.current)
    if (wanted.current === null || !isComplete || !scroller) return
    scroller.scrollTop = wanted.current
    wanted.current = null
  })

  return (before: string, next: string, page: number): number => {
    if (before === '' && next !== '') left.current = { page, top: scrollerOf(inside.current)?.scrollTop ?? 0 }
    const place = left.current
    if (next !== '' || !place) return 1
    wanted.current = place.top
    left.current = null
    return place.page
  }
}
