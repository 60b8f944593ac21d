import { useState } from 'react'
import type { Variable } from '#contract/shapes/entities.ts'
import { variableEdit } from '#contract/variables.ts'
import { ANY_TEXT_MAX, DESCRIPTION_MAX } from '#domain/limits.ts'
import { EDITS_QUEUED, required } from '#domain/messages.ts'
import { useSending } from '#entities/server-state/saves.ts'
import { useServices } from '#entities/server-state/services.ts'
import { VARIABLE_EDITS_KEY } from '#entities/variables/variables.ts'
import { Changes } from '#features/variables/variable/edit-queue.tsx'
import {
  changesOf,
  draftOfVariable,
  editRequest,
  type VariableEditDraft,
} from '#features/variables/variable/variable-edit.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { showSuccess } from '#ui/overlays/toasts.ts'
import styles from '#features/variables/screens/variable.module.css'
import stack from '#ui/stack.module.css'

export default function EditDialog({ variable, onClose }: { variable: Variable; onClose: () => void }) {
  const { call, queryClient } = useServices()
  const [draft, setDraft] = useState(() => draftOfVariable(variable))
  const { isSending, failure, send } = useSending(() => call(variableEdit, editRequest(variable, draft)))
  const changes = changesOf(variable, draft)
  const canSend = changes.length > 0 && draft.comment.trim() !== ''
  const change = (part: Partial<VariableEditDraft>) => setDraft({ ...draft, ...part })

  const queue = async () => {
    if (!canSend || (await send(undefined)) === null) return
    showSuccess(EDITS_QUEUED)
    void queryClient.invalidateQueries({ queryKey: [VARIABLE_EDITS_KEY] })
    onClose()
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Edit ${variable.variableName}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!canSend} isBusy={isSending} onClick={() => void queue()}>
            Queue for review
          </Button>
        </>
      }
    >
      <div className={styles['edit']}>
        <TextField
          label="Question"
          value={draft.question}
          onChange={(question) => change({ question })}
          isMultiline
          maxLength={ANY_TEXT_MAX}
          hint="A pipe | is shown as a line break."
        />
        <TextField
          label="Explicit context"
          value={draft.explicit}
          onChange={(explicit) => change({ explicit })}
          maxLength={ANY_TEXT_MAX}
          isOptional
        />
        <TextField
          label="Implicit context"
          value={draft.implicit}
          onChange={(implicit) => change({ implicit })}
          maxLength={ANY_TEXT_MAX}
          isOptional
        />
        {variable.possibleValues.map((value) => (
          <TextField
            key={value}
            label={`Meaning of ${value}`}
            value={draft.values[value] ?? ''}
            onChange={(meaning) => change({ values: { ...draft.values, [value]: meaning } })}
            maxLength={ANY_TEXT_MAX}
          />
        ))}
        <TextField
          label="Comment"
          value={draft.comment}
          onChange={(comment) => change({ comment })}
          maxLength={DESCRIPTION_MAX}
          problemOf={(comment) => (comment.trim() === '' ? required('Comment') : null)}
        />
        {changes.length > 0 && (
          <section className={stack['section']} aria-label="What changes">
            <h3>What changes</h3>
            <Changes changes={changes} />
          </section>
        )}
        {failure && <Notice tone="error" title={failure.message} />}
      </div>
    </Dialog>
  )
}
