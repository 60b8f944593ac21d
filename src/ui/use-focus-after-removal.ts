import { useLayoutEffect, useRef, type RefObject } from 'react'

interface FocusAfterRemoval<List extends HTMLElement> {
  readonly list: RefObject<List | null>
  /** To be called before a thing is taken out; the controls that do so have `data-removes` with its name. */
  readonly beforeRemoving: (name: string) => void
}

/** Keeps the focus in a list whose thing was taken out by key: on the control that takes out the one after it. */
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
