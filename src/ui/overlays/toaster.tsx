import 'sonner/dist/styles.css'
import { type CSSProperties, type FocusEvent, useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { Toaster as SonnerToaster, type ToasterProps } from 'sonner'
import { toasterIsShown } from '#ui/overlays/toasts.ts'
import styles from '#ui/overlays/toaster.module.css'

/** As wide as the text. */
const LOOK: CSSProperties = {
  width: 'max-content',
  maxWidth: '100%',
  minHeight: 36,
  padding: '6px 12px',
  right: 0,
  left: 'auto',
}
/** Between a page's title and its buttons: covers no control. */
const WIDE: ToasterProps = { offset: { top: 44, right: 128 } }
/** Leads to the toasts. */
const HOTKEY = ['F8']
const EDGE = 16
const AT_EDGES = { right: EDGE, left: EDGE }
/** Its style sheet places it on the header. */
const NARROW: ToasterProps = {
  offset: AT_EDGES,
  mobileOffset: AT_EDGES,
  style: { maxWidth: `calc(100vw - ${2 * EDGE}px)` },
}

/** The toast region. */
export function Toaster({ milliseconds }: { milliseconds: number }) {
  const isNarrow = useMedia('(width < 900px)')
  // The region has subscribed in its own effect, which is before this one.
  useEffect(toasterIsShown, [])
  return (
    <div {...useFocusThroughToasts()}>
      <SonnerToaster
        {...(isNarrow ? NARROW : WIDE)}
        position="top-right"
        toastOptions={{ style: LOOK }}
        duration={milliseconds}
        closeButton
        // The key of the library, Alt+T, is a command of ours.
        hotkey={HOTKEY}
        theme="system"
        className={styles['toaster'] ?? ''}
      />
    </div>
  )
}

/**
 * Tab passes through toasts: the library would return the focus to the element before the toast, which is a trap. A
 * toast that disappears with the focus does return it.
 */
function useFocusThroughToasts() {
  const region = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body) cameFrom.current?.focus({ preventScroll: true })
    })
    if (region.current) observer.observe(region.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  const isOutside = (element: Element | null): element is HTMLElement =>
    element instanceof HTMLElement && region.current?.contains(element) === false
  return {
    ref: region,
    onFocusCapture: (event: FocusEvent) => {
      event.stopPropagation()
      if (isOutside(event.relatedTarget)) cameFrom.current = event.relatedTarget
    },
    onBlurCapture: ({ relatedTarget }: FocusEvent) => {
      if (!isOutside(relatedTarget)) return
      cameFrom.current = null
      // The key expands the region, which then keeps all toasts until a pointer leaves it.
      const leaving = new MouseEvent('mouseout', { bubbles: true, relatedTarget })
      region.current?.querySelector('[data-sonner-toaster]')?.dispatchEvent(leaving)
    },
  }
}

/** Whether a media query matches; for inline styles. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
