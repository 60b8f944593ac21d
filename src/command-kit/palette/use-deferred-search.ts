import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** The text of a field, and the function that searches for it. */
interface SearchedText {
  readonly text: string
  readonly type: (text: string, isComposing: boolean) => void
}

interface DeferredSearch {
  readonly defaultValue: string
  /** Searches after the next frame. */
  readonly searchSoon: (text: string, isComposing: boolean) => void
  /** Searches at once for what was typed since the last frame. */
  readonly searchNow: () => void
}

/** An uncontrolled field: the browser paints each letter, and the search follows in the next task. */
export function useDeferredSearch(input: RefObject<HTMLInputElement | null>, field: SearchedText): DeferredSearch {
  const { text } = field
  const [defaultValue] = useState(text)
  const latest = useRef(field)
  const waiting = useRef<{ text: string; isComposing: boolean } | null>(null)

  useLayoutEffect(() => {
    latest.current = field
    if (waiting.current === null) write(input.current, text)
  })
  useEffect(() => () => void (waiting.current = null), [])

  const searchNow = () => {
    const typed = waiting.current
    if (typed === null) return
    waiting.current = null
    flushSync(() => latest.current.type(typed.text, typed.isComposing))
  }
  return {
    defaultValue,
    searchSoon: (typed, isComposing) => {
      if (waiting.current === null) requestAnimationFrame(() => setTimeout(searchNow))
      waiting.current = { text: typed, isComposing }
    },
    searchNow,
  }
}

function write(element: HTMLInputElement | null, text: string): void {
  if (element !== null && element.value !== text) element.value = text
}
