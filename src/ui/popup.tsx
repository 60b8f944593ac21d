import { useId, useRef, useState, type ReactNode, type ToggleEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import styles from '#ui/popup.module.css'

interface PopupProps {
  /** Of the button and of what it opens. */
  label: string
  /** What the button shows. */
  sign: ReactNode
  className?: string
  /** What it holds; closing is for what leads elsewhere. */
  children: (close: () => void) => ReactNode
}

/** The panel's least width with its distance from the edge, as in the style sheet. */
const MIN_WIDTH = 232

/** A button that opens a small panel below itself, which a click beside it or Escape closes. */
export function Popup({ label, sign, className, children }: PopupProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const popoverId = useId()
  const [place, setPlace] = useState<{ top: number; right: number } | null>(null)

  const handleToggle = (event: ToggleEvent) => {
    const box = trigger.current?.getBoundingClientRect()
    if (event.newState === 'open' && box) {
      const { clientWidth } = document.documentElement
      // Below a button at the left edge the panel must not leave the window.
      setPlace({ top: box.bottom + 4, right: Math.min(clientWidth - box.right, clientWidth - MIN_WIDTH) })
    }
  }

  return (
    <>
      <Button ref={trigger} variant="quiet" size="small" aria-label={label} popoverTarget={popoverId}>
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
        {/* Made when it is first opened: most never are. */}
        {place && children(() => document.getElementById(popoverId)?.hidePopover())}
      </div>
    </>
  )
}
