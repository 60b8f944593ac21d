import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { isTextField } from '#command-kit/keys/key-situation.ts'

/**
 * Escape in a field to type in, with no list of its own open and no text that it would clear, takes the keyboard back
 * to the pane, where letters are commands again. Gives the pane's two listeners.
 */
export function useWayOutOfFields(frame: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>) {
  const isMeant = useRef(false)
  return {
    /** Before the field itself hears of it: afterwards its list is closed, and its text gone. */
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
