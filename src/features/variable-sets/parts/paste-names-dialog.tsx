import type { VariableHit } from '#contract/shapes/entities.ts'
import styles from '#features/variable-sets/parts/variable-set-form.module.css'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { namesIn, sortNames, type SortedNames } from '#domain/name-list.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { useServices } from '#entities/services.ts'
import { catalogAtom } from '#entities/variables/variables.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { Call, Result } from '#api/result.ts'
import { lookUpVariables } from '#entities/variables/look-up-variables.ts'

interface PasteNamesDialogProps {
  onClose: () => void
  /** Whether the set already contains it. */
  isTaken: (name: string) => boolean
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
    const added = known.filter((name) => !isTaken(name))
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
      <div className={styles['dialog']}>
        <TextField
          label="Names of variables"
          value={text}
          onChange={setText}
          hint="One per line, or separated by commas, semicolons or spaces; case is ignored."
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

/** Looks up names in the fetched catalog, and the rest on the server. */
async function findNames(
  { call }: { readonly call: Call },
  names: readonly string[],
  catalog: readonly VariableHit[],
): Promise<Result<SortedNames>> {
  const inCatalog = catalog.map(({ variableName }) => variableName)
  const sorted = sortNames(names, inCatalog)
  if (sorted.unknown.length === 0) return { ok: true, value: sorted }
  const answer = await lookUpVariables(call, sorted.unknown)
  if (!answer.ok) return answer
  const asked = answer.value.map(({ variableName }) => variableName)
  return { ok: true, value: sortNames(names, [...inCatalog, ...asked]) }
}
