import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { isTextField } from '#command-kit/keys/key-situation.ts'

/**
 * Escape in a text field returns the focus to the pane, where single-character shortcuts work, unless it closes a list
 * or clears the text. Returns the pane's two listeners.
 */
export function useEscapeFromFields(frame: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>) {
  const isMeant = useRef(false)
  return {
    /** In the capture phase: the field's own handler closes the list or clears the text. */
    handleKeyDownCapture: ({ key, target, nativeEvent }: KeyboardEvent) => {
      isMeant.current =
        key === 'Escape' &&
        !nativeEvent.isComposing &&
        target instanceof HTMLElement &&
        frame.current?.contains(target) === true &&
        isTextField(target) &&
        target.getAttribute('aria-expanded') !== 'true' &&
        !(target instanceof HTMLInputElement && target.type === 'search' && target.value !== '')
    },
    handleKeyDown: (event: KeyboardEvent) => {
      if (isMeant.current && !event.defaultPrevented) heading.current?.focus({ preventScroll: true })
      isMeant.current = false
    },
  }
}
