import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Result } from '#api/result.ts'
import { usage } from '#contract/usage.ts'
import { unableToDelete } from '#domain/messages.ts'
import styles from '#entities/delete-dialog.module.css'
import { capabilitiesAtom } from '#entities/session.ts'
import { useCall } from '#entities/use-call.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showError } from '#ui/toasts.ts'

interface DeleteDialogProps {
  isOpen: boolean
  onClose: () => void
  /** What kind of thing it is, as messages name it: "Cohort". */
  entity: string
  name: string
  /** Names the thing to those who know what is built on it. */
  usageOf: { cohortid?: number; constructid?: number; varsetid?: number; projectid?: number }
  /** Things that are deleted along with it. */
  goesWithIt?: readonly string[] | undefined
  onDelete: () => Promise<Result<unknown>>
  onDeleted: () => void
}

/** The delete modal of spec section 4: its name has to be typed, and what hangs on the thing is listed. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { isOpen, onClose, entity, name, usageOf, goesWithIt = [], onDelete, onDeleted } = props
  const [typed, setTyped] = useState('')
  const [isDeleting, setIsDeleting] = useState(false)
  const isConfirmed = typed === name

  const close = () => {
    setTyped('')
    onClose()
  }
  const handleDelete = async () => {
    if (!isConfirmed || isDeleting) return
    setIsDeleting(true)
    const result = await onDelete()
    setIsDeleting(false)
    close()
    if (result.ok) onDeleted()
    else showError([unableToDelete(entity), result.serverMessage].filter(Boolean).join(' '))
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={`Delete ${entity}`}
      role="alertdialog"
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="danger" disabled={!isConfirmed} isBusy={isDeleting} onClick={() => void handleDelete()}>
            {isDeleting ? 'Deleting: this can take minutes' : `Delete ${entity}`}
          </Button>
        </>
      }
    >
      <form
        className={styles['body']}
        onSubmit={(event) => {
          event.preventDefault()
          void handleDelete()
        }}
      >
        <p>
          <strong>{name}</strong> will be gone for good.
        </p>
        {goesWithIt.length > 0 && (
          <Notice tone="warning" title="Deleted with it:">
            <ul>
              {goesWithIt.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </Notice>
        )}
        <Uses usageOf={usageOf} />
        <TextField label={`Type “${name}” to confirm`} value={typed} onChange={setTyped} />
      </form>
    </Dialog>
  )
}

/** What hangs on the thing, where the back end can tell. */
function Uses({ usageOf }: Pick<DeleteDialogProps, 'usageOf'>) {
  const canTell = useAtomValue(capabilitiesAtom).includes('usage')
  const uses = useCall({ endpoint: usage, request: canTell ? usageOf : null, key: 'usage' })
  const all = uses.data?.data ?? []
  if (all.length === 0) return null
  return (
    <Notice tone="warning" title="Built on it:">
      <ul>
        {all.map((use) => (
          <li key={`${use.kind} ${use.id}`}>
            {use.kind}: {use.name}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
