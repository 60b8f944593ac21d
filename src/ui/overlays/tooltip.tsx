import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from '#ui/overlays/tooltip.module.css'

/** Milliseconds before a tooltip opens. */
const REST_MILLISECONDS = 400
const GAP = 6
const EDGE = 8

/**
 * One tooltip for all elements with `data-tooltip`, on hover and focus. Stays open while hovered; Escape closes it
 * (WCAG 1.4.13).
 */
export function Tooltip({ fadeMilliseconds }: { fadeMilliseconds: number }) {
  const popup = useRef<HTMLDivElement>(null)
  const [explained, setExplained] = useState<{ readonly element: HTMLElement; readonly text: string } | null>(null)

  useLayoutEffect(() => {
    if (popup.current === null || explained === null) return
    popup.current.togglePopover(true)
    // A layout effect: otherwise it visibly moves.
    placeBeside(popup.current, explained.element)
  }, [explained])

  useEffect(() => {
    let target: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let isWaiting = false
    const hide = () => {
      clearTimeout(timer)
      isWaiting = false
      target = null
      popup.current?.hidePopover()
    }
    const show = (element: HTMLElement) => {
      clearTimeout(timer)
      target = element
      isWaiting = true
      timer = setTimeout(() => {
        isWaiting = false
        if (element.isConnected) setExplained({ element, text: element.dataset['tooltip'] ?? '' })
      }, REST_MILLISECONDS)
    }
    const handlePointerOver = ({ target: over, pointerType }: PointerEvent) => {
      if (pointerType === 'touch' || !(over instanceof Element) || popup.current?.contains(over)) return
      const element = explainedAt(over)
      if (element === null) hide()
      else if (element !== target) show(element)
    }
    const follow = (focused: EventTarget | null) => {
      const element = focused instanceof Element && focused.matches(':focus-visible') ? explainedAt(focused) : null
      if (element === null) hide()
      else show(element)
    }
    const handleFocusIn = ({ target: focused }: FocusEvent) => follow(focused)
    // Focus scrolls its element into view, after the focus event.
    const handleScroll = () => (isWaiting && target !== null ? show(target) : hide())
    const handleKeyDown = () => hide()
    const listening = new AbortController()
    const options = { signal: listening.signal, capture: true, passive: true }
    document.addEventListener('pointerover', handlePointerOver, options)
    document.addEventListener('focusin', handleFocusIn, options)
    document.addEventListener('keydown', handleKeyDown, options)
    document.addEventListener('pointerdown', hide, options)
    document.addEventListener('scroll', handleScroll, options)
    window.addEventListener('blur', hide, options)
    // An element may have the focus already.
    follow(document.activeElement)
    return () => {
      listening.abort()
      clearTimeout(timer)
    }
  }, [])

  return (
    <div
      ref={popup}
      popover="manual"
      className={styles['tooltip']}
      style={{ transitionDuration: `${fadeMilliseconds}ms` }}
      // The target's aria-description has the same text.
      aria-hidden="true"
    >
      {explained?.text}
    </div>
  )
}

function explainedAt(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>('[data-tooltip]')
}

/** Below the target, or above without space, within the window. */
function placeBeside(popup: HTMLElement, element: HTMLElement): void {
  const around = element.getBoundingClientRect()
  // Reset the position, because it limits the text's width.
  popup.style.left = '0'
  const { width, height } = popup.getBoundingClientRect()
  const left = Math.min(Math.max(EDGE, around.left), Math.max(EDGE, window.innerWidth - width - EDGE))
  const isRoomBelow = around.bottom + GAP + height <= window.innerHeight - EDGE
  popup.style.left = `${left}px`
  popup.style.top = `${isRoomBelow ? around.bottom + GAP : Math.max(EDGE, around.top - GAP - height)}px`
}
