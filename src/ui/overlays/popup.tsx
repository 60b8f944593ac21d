import {
  useId,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type ToggleEvent,
} from 'react'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import styles from '#ui/overlays/popup.module.css'

interface PopupProps {
  label: string
  sign: ReactNode
  className?: string
  /** Looks like a command among others. */
  isFramed?: boolean
  /** In a grid, whose rows are the tab stops. */
  isInGrid?: boolean
  /** Its commands have the focus while it is open, and arrow keys move among them. */
  isMenu?: boolean
  /** The content; `close` is for links. */
  children: (close: () => void) => ReactNode
}

/** Minimum width of the panel with its margin, as in the style sheet. */
const MIN_WIDTH = 232
/** Between the button, the panel and the edge of the window. */
const MARGINS = 12

/** A button with a popover, which closes on Escape or an outside click. */
export function Popup(props: PopupProps) {
  const { label, sign, className, isFramed = false, isInGrid = false, isMenu = false, children } = props
  const trigger = useRef<HTMLButtonElement>(null)
  const popoverId = useId()
  const [place, setPlace] = useState<CSSProperties | null>(null)

  const handleToggle = (event: ToggleEvent) => {
    const box = trigger.current?.getBoundingClientRect()
    if (event.newState === 'open' && box) setPlace(placeBeside(box, isFramed))
  }

  return (
    <>
      <Button
        ref={trigger}
        variant={isFramed ? 'secondary' : 'quiet'}
        size={isFramed ? 'medium' : 'small'}
        aria-label={label}
        popoverTarget={popoverId}
        tabIndex={isInGrid ? -1 : undefined}
      >
        {sign}
      </Button>
      <div
        id={popoverId}
        popover="auto"
        role="group"
        aria-label={label}
        className={classNames(styles['popup'], className)}
        {...(place && { style: place })}
        onBeforeToggle={handleToggle}
        {...(isMenu && MENU)}
      >
        {/* Mounted lazily: most are never opened. */}
        {place && children(() => document.getElementById(popoverId)?.hidePopover())}
      </div>
    </>
  )
}

/** Below the button, or above it where there is more room; in line with its nearer end, a frame with its left one. */
function placeBeside({ top, bottom, left, right }: DOMRect, isFramed: boolean): CSSProperties {
  const { clientWidth, clientHeight } = document.documentElement
  const isLow = bottom > clientHeight / 2
  // Keeps the panel within the window.
  const most = clientWidth - MIN_WIDTH
  return {
    ...(isLow ? { bottom: clientHeight - top + 4 } : { top: bottom + 4 }),
    maxHeight: (isLow ? top : clientHeight - bottom) - MARGINS,
    ...(isFramed || left + right < clientWidth
      ? { left: Math.min(left, most) }
      : { right: Math.min(clientWidth - right, most) }),
  }
}

/** The handlers of a menu. */
const MENU = {
  onToggle: ({ currentTarget, newState }: ToggleEvent<HTMLElement>) => {
    if (newState === 'open') commandsIn(currentTarget)[0]?.focus()
  },
  onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover()
  },
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const commands = commandsIn(event.currentTarget)
    const place = commands.findIndex((command) => command === document.activeElement)
    const moves = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: -1 }
    const [, to] = Object.entries(moves).find(([key]) => key === event.key) ?? []
    if (to === undefined) return
    commands.at(to % commands.length)?.focus()
    event.preventDefault()
    event.stopPropagation()
  },
}

function commandsIn(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('button, a[href]')]
}
