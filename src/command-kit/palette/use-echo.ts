import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** A text that a field shows, and what its letters change. */
interface EchoedText {
  readonly text: string
  readonly type: (text: string, isComposing: boolean) => void
}

interface Echo {
  readonly defaultValue: string
  readonly hear: (text: string, isComposing: boolean) => void
  /** Any key but a letter acts on what has been typed. */
  readonly settle: () => void
}

/** Paints each letter at once; its consequences follow in the next task, or before a key that acts on them. */
export function useEcho(input: RefObject<HTMLInputElement | null>, field: EchoedText): Echo {
  const { text } = field
  const [defaultValue] = useState(text)
  const latest = useRef(field)
  const waiting = useRef<{ text: string; isComposing: boolean } | null>(null)

  useLayoutEffect(() => {
    latest.current = field
    if (waiting.current === null) write(input.current, text)
  })
  useEffect(() => () => void (waiting.current = null), [])

  const settle = () => {
    const typed = waiting.current
    if (typed === null) return
    waiting.current = null
    flushSync(() => latest.current.type(typed.text, typed.isComposing))
  }
  return {
    defaultValue,
    hear: (typed, isComposing) => {
      if (waiting.current === null) requestAnimationFrame(() => setTimeout(settle))
      waiting.current = { text: typed, isComposing }
    },
    settle,
  }
}

function write(element: HTMLInputElement | null, text: string): void {
  if (element !== null && element.value !== text) element.value = text
}
