import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from '#ui/tooltip.module.css'

/** How long one has to rest on something before it explains itself; passing over it shows nothing. */
const REST_MILLISECONDS = 400
const GAP = 6
const EDGE = 8

/**
 * Explains whatever carries `data-tooltip`: one for the whole page, for what the pointer rests on or the keyboard has
 * come to. It stays while it is pointed at itself, and Escape sends it away.
 */
export function Tooltip({ fadeMilliseconds }: { fadeMilliseconds: number }) {
  const popup = useRef<HTMLDivElement>(null)
  const [explained, setExplained] = useState<{ readonly element: HTMLElement; readonly text: string } | null>(null)

  useLayoutEffect(() => {
    if (popup.current === null || explained === null) return
    popup.current.togglePopover(true)
    // Before it is painted: else it would be seen to move.
    placeBeside(popup.current, explained.element)
  }, [explained])

  useEffect(() => {
    let target: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      target = null
      popup.current?.hidePopover()
    }
    const show = (element: HTMLElement) => {
      clearTimeout(timer)
      target = element
      timer = setTimeout(() => {
        if (element.isConnected) setExplained({ element, text: element.dataset['tooltip'] ?? '' })
      }, REST_MILLISECONDS)
    }
    const handlePointerOver = ({ target: over, pointerType }: PointerEvent) => {
      if (pointerType === 'touch' || !(over instanceof Element) || popup.current?.contains(over)) return
      const element = explainedAt(over)
      if (element === null) hide()
      else if (element !== target) show(element)
    }
    const handleFocusIn = ({ target: focused }: FocusEvent) => {
      const element = focused instanceof Element && focused.matches(':focus-visible') ? explainedAt(focused) : null
      if (element === null) hide()
      else show(element)
    }
    const handleKeyDown = () => hide()
    const listening = new AbortController()
    const options = { signal: listening.signal, capture: true, passive: true }
    document.addEventListener('pointerover', handlePointerOver, options)
    document.addEventListener('focusin', handleFocusIn, options)
    document.addEventListener('keydown', handleKeyDown, options)
    document.addEventListener('pointerdown', hide, options)
    document.addEventListener('scroll', hide, options)
    window.addEventListener('blur', hide, options)
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
      // What it says is the description of what it explains.
      aria-hidden="true"
    >
      {explained?.text}
    </div>
  )
}

function explainedAt(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>('[data-tooltip]')
}

/** Below it, or above where there is no room, and within the window. */
function placeBeside(popup: HTMLElement, element: HTMLElement): void {
  const around = element.getBoundingClientRect()
  // Where it stood last there may have been less room for its words.
  popup.style.left = '0'
  const { width, height } = popup.getBoundingClientRect()
  const left = Math.min(Math.max(EDGE, around.left), Math.max(EDGE, window.innerWidth - width - EDGE))
  const isRoomBelow = around.bottom + GAP + height <= window.innerHeight - EDGE
  popup.style.left = `${left}px`
  popup.style.top = `${isRoomBelow ? around.bottom + GAP : Math.max(EDGE, around.top - GAP - height)}px`
}
