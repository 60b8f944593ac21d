import { useState } from 'react'
import type { Failure, Result } from '#api/result.ts'
import { CHANGES_SAVED } from '#domain/messages.ts'
import type { NameRule } from '#domain/names.ts'
import styles from '#entities/delete-dialog.module.css'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showSuccess } from '#ui/toasts.ts'
import { DESCRIPTION_MAX } from '#domain/limits.ts'

interface Naming {
  readonly name: string
  readonly description: string
}

interface NamingDialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  naming: Naming
  rule: NameRule
  onSave: (naming: Naming) => Promise<Result<unknown>>
}

/** Name and description of a thing that exists; a failed save keeps what was typed. */
export function NamingDialog(props: NamingDialogProps) {
  return props.isOpen ? <OpenNamingDialog {...props} /> : null
}

function OpenNamingDialog({ onClose, title, naming, rule, onSave }: NamingDialogProps) {
  const [draft, setDraft] = useState(naming)
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const problem = rule.problem(draft.name)
  const isEmpty = draft.name.trim() === '' && draft.description.trim() === ''

  const handleSave = async () => {
    if (isSaving || problem !== null || isEmpty) return
    setIsSaving(true)
    const saved = await onSave({ name: draft.name.trim(), description: draft.description })
    setIsSaving(false)
    if (!saved.ok) return setFailure(saved)
    showSuccess(CHANGES_SAVED)
    onClose()
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={problem !== null || isEmpty}
            isBusy={isSaving}
            onClick={() => void handleSave()}
          >
            Save
          </Button>
        </>
      }
    >
      <form
        className={styles['body']}
        onSubmit={(event) => {
          event.preventDefault()
          void handleSave()
        }}
      >
        <TextField
          label="Name"
          value={draft.name}
          onChange={(name) => setDraft({ ...draft, name })}
          pattern={rule.input}
          cutAt={rule.maxLength}
          problemOf={rule.problem}
        />
        <TextField
          label="Description"
          value={draft.description}
          onChange={(description) => setDraft({ ...draft, description })}
          maxLength={DESCRIPTION_MAX}
          isOptional
          isMultiline
        />
        {failure && <Notice tone="error" title={failure.message} />}
      </form>
    </Dialog>
  )
}
