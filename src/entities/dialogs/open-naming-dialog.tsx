import { useState } from 'react'
import { CHANGES_SAVED } from '#domain/messages.ts'
import { ChangedMeanwhile } from '#entities/dialogs/edit-conflict.tsx'
import { FormDialog } from '#entities/dialogs/form-dialog.tsx'
import type { Naming, NamingDialogProps } from '#entities/dialogs/naming-dialog.tsx'
import { NamingFields } from '#entities/dialogs/naming-fields.tsx'
import { useVersionedSave } from '#entities/server-state/saves.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { showSuccess } from '#ui/overlays/toasts.ts'

/** Name and description of a saved item; a failed save keeps the typed text. */
export default function OpenNamingDialog({
  onClose,
  title,
  naming,
  rule,
  nameHint,
  onSave,
  readNow,
}: NamingDialogProps) {
  const { name, description, version } = naming
  const [base] = useState({ thing: { name, description }, version })
  const [draft, setDraft] = useState<Naming>(base.thing)
  const { isSaving, failure, save, conflict } = useVersionedSave({
    base,
    save: onSave,
    readNow,
    onSaved: () => {
      showSuccess(CHANGES_SAVED)
      onClose()
    },
  })
  const problem = rule.problem(draft.name)
  const isEmpty = draft.name.trim() === '' && draft.description.trim() === ''

  const mine = { name: draft.name.trim(), description: draft.description }
  const handleSave = async () => {
    if (problem === null && !isEmpty && conflict === null) await save(mine)
  }

  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={title}
      onSubmit={handleSave}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={problem !== null || isEmpty || conflict !== null}
            isBusy={isSaving}
            onClick={() => void handleSave()}
          >
            Save
          </Button>
        </>
      }
    >
      <NamingFields draft={draft} onChange={setDraft} rule={rule} nameHint={nameHint} />
      {failure && <Notice tone="error" title={failure.message} />}
      <ChangedMeanwhile {...{ conflict, mine, isSaving }} onKeepTheirs={onClose} onSave={(thing) => void save(thing)} />
    </FormDialog>
  )
}
