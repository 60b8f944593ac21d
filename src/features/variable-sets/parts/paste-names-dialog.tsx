import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { namesIn } from '#domain/name-list.ts'
import { countOf } from '#domain/numbers.ts'
import { useServices } from '#entities/services.ts'
import { catalogAtom } from '#entities/variables.ts'
import { findNames } from '#features/variable-sets/find-names.ts'
import styles from '#features/variable-sets/parts/variable-set-form.module.css'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'

interface PasteNamesDialogProps {
  onClose: () => void
  onAdd: (names: readonly string[]) => void
}

/** Adds a list of names at once; those that nothing bears stay in the field, and are named. */
export function PasteNamesDialog({ onClose, onAdd }: PasteNamesDialogProps) {
  const services = useServices()
  const catalog = useAtomValue(catalogAtom).data
  const [text, setText] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const [outcome, setOutcome] = useState<{ added: number; unknown: readonly string[]; failure: string | null } | null>(
    null,
  )
  const names = namesIn(text)

  const add = async () => {
    if (isAsking || names.length === 0) return
    setIsAsking(true)
    const found = await findNames(services, names, catalog ?? [])
    setIsAsking(false)
    if (!found.ok) return setOutcome({ added: 0, unknown: [], failure: found.message })
    const { known, unknown } = found.value
    if (known.length > 0) onAdd(known)
    if (unknown.length === 0) return onClose()
    setOutcome({ added: known.length, unknown, failure: null })
    setText(unknown.join('\n'))
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Paste names"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" disabled={names.length === 0} isBusy={isAsking} onClick={() => void add()}>
            Add {countOf(names.length, 'name')}
          </Button>
        </>
      }
    >
      <div className={styles['dialog']}>
        <TextField
          label="Names of variables"
          value={text}
          onChange={setText}
          hint="One a line, or parted by commas, semicolons or blanks; case does not matter."
          isMultiline
        />
        {outcome?.failure != null && <Notice tone="error" title={outcome.failure} />}
        {outcome !== null && outcome.unknown.length > 0 && (
          <Notice
            tone="warning"
            title={`${countOf(outcome.added, 'name')} added, ${outcome.unknown.length} not known: they are still in the field.`}
          >
            {outcome.unknown.join(', ')}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
