import { atom, useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef, type FocusEvent, type RefObject, type KeyboardEvent } from 'react'
import { isTextField } from '#command-kit/keys/decide-key.ts'
import { focusRequestAtom } from '#workspace/panes/pane-atoms.ts'
import type { PaneId } from '#workspace/panes/panes.ts'

interface PaneFocusSettings {
  id: PaneId
  url: string
  isFocused: boolean
  frame: RefObject<HTMLElement | null>
  heading: RefObject<HTMLElement | null>
}

interface Remembered {
  readonly element: HTMLElement
  readonly url: string
}

function pathOf(url: string): string {
  return url.replace(/\?.*/, '')
}

/**
 * Moves the focus into a pane that a command opened or focused: to the previously focused element, or to the heading if
 * the page has changed. Link navigation and the load of the page move it to the heading too.
 */
export function usePaneFocus({ id, url, isFocused, frame, heading }: PaneFocusSettings) {
  const remembered = useRef<Remembered | null>(null)
  const shownPath = useRef(pathOf(url))
  const requestAtom = useMemo(
    () =>
      atom((get) => {
        const request = get(focusRequestAtom)
        return request?.paneId === id ? request : null
      }),
    [id],
  )
  const request = useAtomValue(requestAtom)
  const answered = useRef<typeof request>(null)
  const hasBegun = useRef(false)

  useEffect(() => {
    const isElsewhere = pathOf(url) !== shownPath.current
    shownPath.current = pathOf(url)
    const isRequested = request !== null && request !== answered.current
    if (!isRequested && !((isElsewhere || !hasBegun.current) && isFocused)) return undefined
    // After the screen's effects, because they set the title.
    return afterDialogs(() => {
      answered.current = request
      hasBegun.current = true
      const { activeElement } = document
      const before = remembered.current
      const isLeftBehind = activeElement === before?.element && pathOf(before?.url ?? '') !== pathOf(url)
      const isLost = activeElement === null || activeElement === document.body || isLeftBehind
      if (!isRequested && !isLost) return
      const isSamePage = before !== null && pathOf(before.url) === pathOf(url)
      const isStillThere = isSamePage && frame.current?.contains(before.element) === true
      const target = isStillThere ? before.element : heading.current
      target?.focus({ preventScroll: true })
    })
  }, [request, url, isFocused, frame, heading])

  return {
    handleFocus: ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && frame.current?.contains(target) === true) {
        remembered.current = { element: target, url }
      }
    },
  }
}

/** An open dialog keeps the focus. */
const OPEN_DIALOG = '[aria-modal="true"]'

/**
 * Moves the focus in the next frame, or after the last dialog closes, so that typing stays in the dialog. Returns the
 * function that cancels it.
 */
export function afterDialogs(work: () => void): () => void {
  const request = requestAnimationFrame(attempt)
  // Dialogs are appended to the body. Immediately on removal: a dialog restores the focus some tasks later, and only if
  // it is unclaimed.
  const dialogs = new MutationObserver(attempt)
  function attempt() {
    if (document.querySelector(OPEN_DIALOG) !== null) {
      dialogs.observe(document.body, { childList: true })
      return
    }
    dialogs.disconnect()
    work()
  }
  return () => {
    cancelAnimationFrame(request)
    dialogs.disconnect()
  }
}

/**
 * Escape in a text field returns the focus to the pane, where single-character shortcuts work, unless it closes a list
 * or clears the text. Returns the pane's two listeners.
 */
export function useEscapeFromFields(frame: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>) {
  const isMeant = useRef(false)
  /** Ark UI prevents the default of every Escape in a combobox, also without an open list. */
  const isCombobox = useRef(false)
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
      isCombobox.current =
        isMeant.current && target instanceof HTMLElement && target.getAttribute('role') === 'combobox'
    },
    handleKeyDown: (event: KeyboardEvent) => {
      const isFree = isCombobox.current || !event.defaultPrevented
      if (isMeant.current && isFree) heading.current?.focus({ preventScroll: true })
      isMeant.current = false
    },
  }
}
