import { useRef } from 'react'
import { countOf } from '#domain/numbers.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

interface FillDialogProps {
  /** The value for the unassigned combinations. */
  valueTitle: string
  /** The number of unassigned combinations. */
  size: number
  onFill: () => void
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

/** Confirms the value for all unassigned combinations. */
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
