import { useLayoutEffect, useRef, type RefObject } from 'react'

interface FocusAfterRemoval<List extends HTMLElement> {
  readonly list: RefObject<List | null>
  /** Call before a removal; remove buttons carry `data-removes` with the name. */
  readonly beforeRemoving: (name: string) => void
}

/** After a removal, focuses the remove button of the next thing. */
export function useFocusAfterRemoval<List extends HTMLElement>(names: readonly string[]): FocusAfterRemoval<List> {
  const list = useRef<List>(null)
  const next = useRef<string | null>(null)
  useLayoutEffect(() => {
    const wanted = next.current
    next.current = null
    if (wanted === null) return
    const controls = list.current?.querySelectorAll<HTMLElement>('[data-removes]') ?? []
    for (const control of controls) if (control.dataset['removes'] === wanted) control.focus()
  })
  return {
    list,
    beforeRemoving: (name) => {
      const place = names.indexOf(name)
      next.current = names[place + 1] ?? names[place - 1] ?? null
    },
  }
}

/**
 * Keeps the focus in a container whose controls change. If the focused control disappears, the element with
 * `data-answer` gets the focus, or the first control; otherwise Tab would restart at the top of the page. After a change
 * of `step` also the disappearance of a control outside the container counts.
 */
export function useFocusFallback<Container extends HTMLElement>(step?: string) {
  const container = useRef<Container>(null)
  const hadFocus = useRef(false)
  const stepBefore = useRef(step)
  useLayoutEffect(() => {
    const isLost = (hadFocus.current || stepBefore.current !== step) && document.activeElement === document.body
    stepBefore.current = step
    if (!isLost) return
    const answer = container.current?.querySelector<HTMLElement>('[data-answer]')
    const control = answer ?? container.current?.querySelector<HTMLElement>('button, a')
    control?.focus()
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
