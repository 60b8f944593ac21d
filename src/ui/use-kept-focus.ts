import { useLayoutEffect, useRef } from 'react'

/**
 * For an element whose controls come and go: where the one that had the focus is gone, the first of the others has it.
 * Else Tab would begin anew at the start of the page.
 */
export function useKeptFocus<Container extends HTMLElement>() {
  const container = useRef<Container>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    const isLost = hadFocus.current && document.activeElement === document.body
    if (isLost) container.current?.querySelector<HTMLElement>('button, a')?.focus()
  })
  return {
    ref: container,
    onFocus: () => {
      hadFocus.current = true
    },
    onBlur: () => {
      hadFocus.current = false
    },
  }
}
