import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { countOf, formatCount } from '#domain/numbers.ts'
import { namesIn } from '#domain/text/name-list.ts'
import { useServices } from '#entities/server-state/services.ts'
import { findNames } from '#entities/variables/look-up-variables.ts'
import { catalogAtom } from '#entities/variables/variables.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import stack from '#ui/stack.module.css'

interface PasteNamesDialogProps {
  onClose: () => void
  /** Whether the set already contains it. */
  isTaken?: (name: string) => boolean
  onAdd: (names: readonly string[]) => void
}

interface Outcome {
  readonly added: number
  readonly taken: number
  readonly unknown: readonly string[]
  readonly failure: string | null
}

function outcomeWords({ added, taken, unknown }: Outcome): string {
  const words = [
    `${countOf(added, 'name')} added`,
    ...(taken > 0 ? [`${formatCount(taken)} already in the set`] : []),
    unknown.length === 1
      ? '1 unknown name left in the field'
      : `${formatCount(unknown.length)} unknown names left in the field`,
  ]
  return `${words.join(', ')}.`
}

/** Adds a list of names at once; unknown names stay in the field and are reported. */
export function PasteNamesDialog({ onClose, isTaken, onAdd }: PasteNamesDialogProps) {
  const services = useServices()
  const catalog = useAtomValue(catalogAtom).data
  const [text, setText] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const names = namesIn(text)

  const add = async () => {
    if (isAsking || names.length === 0) return
    setIsAsking(true)
    const found = await findNames(services, names, catalog ?? [])
    setIsAsking(false)
    if (!found.ok) return setOutcome({ added: 0, taken: 0, unknown: [], failure: found.message })
    const { known, unknown } = found.value
    const added = known.filter((name) => isTaken?.(name) !== true)
    if (added.length > 0) onAdd(added)
    if (unknown.length === 0) return onClose()
    setOutcome({ added: added.length, taken: known.length - added.length, unknown, failure: null })
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
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key of the button, from the field */}
      <div
        className={stack['pasted']}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void add()
        }}
      >
        <TextField
          label="Names of variables"
          value={text}
          onChange={setText}
          hint="One per line, or separated by commas, semicolons or spaces; case is ignored. Ctrl+Enter adds them."
          isMultiline
        />
        {outcome?.failure != null && <Notice tone="error" title={outcome.failure} />}
        {outcome !== null && outcome.unknown.length > 0 && (
          <Notice tone="warning" title={outcomeWords(outcome)}>
            {outcome.unknown.join(', ')}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
