import { useState } from 'react'
import type { Failure } from '#api/result.ts'
import type { VariableSet } from '#contract/shapes.ts'
import { CHANGES_SAVED, ERROR_UPDATING_PAGE } from '#domain/messages.ts'
import { useServices } from '#entities/services.ts'
import { VariableSetForm } from '#features/variable-sets/parts/variable-set-form.tsx'
import { editVariableSet, StoredVariableSetDraft, type VariableSetDraft } from '#features/variable-sets/use-cases.ts'
import { showError, showSuccess } from '#ui/toasts.ts'
import { useDraft } from '#workspace/drafts/use-draft.ts'

interface VariableSetEditorProps {
  set: VariableSet
  onClose: () => void
}

/** Changes a set's name, description and variables; what was changed is kept until it is saved or given up. */
export function VariableSetEditor({ set, onClose }: VariableSetEditorProps) {
  const services = useServices()
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { draft, setDraft, discard } = useDraft<VariableSetDraft>(StoredVariableSetDraft, {
    name: set.name,
    description: set.description,
    variables: set.variables,
  })
  const close = () => {
    discard()
    onClose()
  }
  const save = async () => {
    if (isSaving) return
    setIsSaving(true)
    const saved = await editVariableSet(services, set.varsetid, draft)
    setIsSaving(false)
    if (!saved.ok) return setFailure(saved)
    close()
    showSuccess(CHANGES_SAVED)
    if (!saved.value.isPageCurrent) showError(ERROR_UPDATING_PAGE)
  }
  return (
    <VariableSetForm
      draft={draft}
      onChange={(part) => {
        setFailure(null)
        setDraft({ ...draft, ...part })
      }}
      onSave={save}
      onCancel={close}
      isSaving={isSaving}
      failure={failure}
    />
  )
}
