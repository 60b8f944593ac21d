import type { VariableSet } from '#contract/shapes/entities.ts'
import { CHANGES_SAVED, ERROR_UPDATING_PAGE } from '#domain/messages.ts'
import { ChangedMeanwhile } from '#entities/dialogs/edit-conflict.tsx'
import { useServices } from '#entities/services.ts'
import { useVersionedSave, type Read } from '#entities/use-versioned-save.ts'
import { VariableSetForm } from '#features/variable-sets/parts/variable-set-form.tsx'
import styles from '#features/variable-sets/parts/variable-set-form.module.css'
import {
  editVariableSet,
  readVariableSet,
  StoredVariableSetEdit,
  type VariableSetDraft,
} from '#features/variable-sets/use-cases.ts'
import { showSuccess } from '#ui/overlays/toasts.ts'
import { usePaneFailure } from '#workspace/use-pane-failure.ts'
import { useDraft } from '#workspace/drafts/use-draft.ts'

interface VariableSetEditorProps {
  set: VariableSet
  onClose: () => void
}

interface VariableSetEdit extends VariableSetDraft {
  /** The state at the start of the edit. */
  readonly base?: Read<VariableSetDraft> | undefined
}

/** Changes a set's name, description and variables; the edit is kept until it is saved or discarded. */
export function VariableSetEditor({ set, onClose }: VariableSetEditorProps) {
  const services = useServices()
  const showFailure = usePaneFailure()
  const thing = { name: set.name, description: set.description, variables: set.variables }
  const read = { thing, version: set.version }
  const { draft, setDraft, discard } = useDraft<VariableSetEdit>(StoredVariableSetEdit, { ...thing, base: read })
  const { base = read, ...mine } = draft
  const close = () => {
    discard()
    onClose()
  }
  const { isSaving, failure, forgetFailure, save, conflict } = useVersionedSave({
    base,
    save: (edited: VariableSetDraft, version) => editVariableSet(services, set.variableSetId, edited, version),
    readNow: () => readVariableSet(services, set.variableSetId),
    onSaved: ({ isPageCurrent }) => {
      close()
      showSuccess(CHANGES_SAVED)
      // The failed request shows its own toast.
      if (!isPageCurrent) showFailure(ERROR_UPDATING_PAGE)
    },
  })
  return (
    <>
      <div className={styles['conflict']}>
        <ChangedMeanwhile
          {...{ conflict, mine, isSaving }}
          onKeepTheirs={close}
          onSave={(chosen) => void save(chosen)}
        />
      </div>
      <VariableSetForm
        draft={draft}
        onChange={(part) => {
          forgetFailure()
          setDraft({ ...draft, ...part })
        }}
        onSave={() => save(mine)}
        onCancel={close}
        isSaving={isSaving}
        failure={failure}
        waitsFor={conflict ? 'Choose above which edit to keep.' : null}
      />
    </>
  )
}
