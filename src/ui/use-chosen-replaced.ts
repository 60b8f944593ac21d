import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'

/**
 * Lets what is typed replace the chosen text of a picker. The text is selected whenever `settled` changes: another text
 * was chosen, or the list opened or closed; null while something is typed. Gives the handler for key presses.
 */
export function useChosenReplaced(input: RefObject<HTMLInputElement | null>, settled: string | null) {
  const before = useRef(settled)
  useEffect(() => {
    if (before.current === settled) return undefined
    before.current = settled
    if (settled === null || document.activeElement !== input.current) return undefined
    // The list moves the caret to the end in its next frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => input.current?.select())
    })
    return () => cancelAnimationFrame(frame)
  }, [input, settled])
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (settled !== null && isText) event.currentTarget.select()
  }
}
