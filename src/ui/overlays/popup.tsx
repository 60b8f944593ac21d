import { useId, useRef, useState, type ReactNode, type ToggleEvent } from 'react'
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
  /** The content; `close` is for links. */
  children: (close: () => void) => ReactNode
}

/** Minimum width of the panel with its margin, as in the style sheet. */
const MIN_WIDTH = 232

/** A button with a popover, which closes on Escape or an outside click. */
export function Popup({ label, sign, className, isFramed = false, isInGrid = false, children }: PopupProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const popoverId = useId()
  const [place, setPlace] = useState<{ top: number; left?: number; right?: number } | null>(null)

  const handleToggle = (event: ToggleEvent) => {
    const box = trigger.current?.getBoundingClientRect()
    if (event.newState === 'open' && box) {
      const { clientWidth } = document.documentElement
      // Keeps the panel within the window at either edge.
      const most = clientWidth - MIN_WIDTH
      const along = isFramed ? { left: Math.min(box.left, most) } : { right: Math.min(clientWidth - box.right, most) }
      setPlace({ top: box.bottom + 4, ...along })
    }
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
      >
        {/* Mounted lazily: most are never opened. */}
        {place && children(() => document.getElementById(popoverId)?.hidePopover())}
      </div>
    </>
  )
}
