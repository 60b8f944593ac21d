import { useAtomValue, useStore } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { keepKeys } from '#command-kit/keys/kept-keys.ts'
import { isTouch } from '#ui/touch.ts'
import { focusedIdAtom, usePaneId } from '#workspace/panes/pane-atoms.ts'
import { afterDialogs } from '#workspace/use-pane-focus.ts'

/**
 * Moves the focus of the focused pane from its heading, or from another pane, to the first field of a new form as soon
 * as it is rendered, and enters the keys that were pressed before. Escape returns the focus to the heading. Not on touch
 * screens, where a keyboard would cover the form.
 */
export function useFirstField(first: () => HTMLElement | undefined, isLoading = () => false): void {
  const store = useStore()
  const paneId = usePaneId()
  const isFocused = useAtomValue(focusedIdAtom) === paneId
  const isDone = useRef(false)
  const focusFirst = useEffectEvent(() => {
    const field = first()
    if (field === undefined && isLoading()) return false
    const { activeElement } = document
    const isElsewhere = activeElement?.closest('[data-pane]') !== field?.closest('[data-pane]')
    if (!isTouch() && (isElsewhere || activeElement?.matches('h1'))) field?.focus({ preventScroll: true })
    return true
  })
  useEffect(() => {
    if (isDone.current || !isFocused) return undefined
    const endKeeping = keepKeys(store)
    const changes = new MutationObserver(attempt)
    function attempt() {
      if (!focusFirst()) return
      isDone.current = true
      changes.disconnect()
      endKeeping(document.activeElement?.matches('input, select, textarea'))
    }
    const cancel = afterDialogs(() => {
      changes.observe(document.body, { childList: true, subtree: true })
      attempt()
    })
    return () => {
      cancel()
      changes.disconnect()
      endKeeping()
    }
  }, [isFocused, store])
}
