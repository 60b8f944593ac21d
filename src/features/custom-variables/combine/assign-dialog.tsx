import { useCallback } from 'react'
import { NO_RESULTS } from '#domain/messages.ts'
import { countOf } from '#domain/numbers.ts'
import { foldText } from '#domain/search-words.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Dialog } from '#ui/dialog.tsx'

interface AssignDialogProps {
  titles: ReadonlyMap<string, string>
  /** How many combinations are given the value. */
  size: number
  onChoose: (valueKey: string) => void
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

/** Chooses one of all values for the combinations that are selected. */
export function AssignDialog({ titles, size, onChoose, onClose, finalFocus }: AssignDialogProps) {
  const rowsFor = useCallback(
    (text: string) =>
      [...titles]
        .filter(([, title]) => foldText(title).includes(foldText(text.trim())))
        .map(([value, title]) => ({ value, title })),
    [titles],
  )
  return (
    <Dialog isOpen onClose={onClose} title={`A value for ${countOf(size, 'combination')}`} finalFocus={finalFocus}>
      <Combobox
        label="Value"
        chosen=""
        rowsFor={rowsFor}
        onChoose={(valueKey) => {
          onChoose(valueKey)
          onClose()
        }}
        emptyText={NO_RESULTS}
        placeholder="Type a part of its name…"
      />
    </Dialog>
  )
}
