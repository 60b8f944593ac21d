import { useRef } from 'react'
import { countOf } from '#domain/numbers.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

interface FillDialogProps {
  /** The name of the value that the open combinations get. */
  valueTitle: string
  /** How many combinations are open. */
  size: number
  onFill: () => void
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

/** Names the value before the open combinations get it. */
export function FillDialog({ valueTitle, size, onFill, onClose, finalFocus }: FillDialogProps) {
  const confirm = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Fill ${countOf(size, 'open combination')} with “${valueTitle}”?`}
      initialFocus={() => confirm.current}
      finalFocus={finalFocus}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            ref={confirm}
            variant="primary"
            onClick={() => {
              onFill()
              onClose()
            }}
          >
            Fill with “{valueTitle}”
          </Button>
        </>
      }
    >
      <p>
        “{valueTitle}” is the value of the combination in focus. To fill with another value, focus another combination.
      </p>
    </Dialog>
  )
}
