import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { focusedIdAtom, usePaneId } from '#workspace/panes/pane-atoms.ts'
import { afterDialogs } from '#workspace/use-pane-focus.ts'

/**
 * Moves the focus of the focused pane from its heading, or from another pane, to the field where a new form begins, once
 * that field is there. Escape returns it to the heading. A screen keyboard would cover the form.
 */
export function useFirstField(first: () => HTMLElement | undefined): void {
  const isFocused = useAtomValue(focusedIdAtom) === usePaneId()
  const isDone = useRef(false)
  const focusFirst = useEffectEvent(() => {
    const field = first()
    if (field === undefined || window.matchMedia('(pointer: coarse)').matches) return
    const { activeElement } = document
    const isElsewhere = activeElement?.closest('[data-pane]') !== field.closest('[data-pane]')
    if (isElsewhere || activeElement?.matches('h1')) field.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (isDone.current || !isFocused) return undefined
    return afterDialogs(() => {
      isDone.current = true
      focusFirst()
    })
  }, [isFocused])
}
