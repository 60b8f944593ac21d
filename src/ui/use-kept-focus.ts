import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in a container whose controls change: if the focused one disappears, the first one gets it. Otherwise
 * Tab would restart at the top of the page.
 */
export function useFocusFallback<Container extends HTMLElement>() {
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
