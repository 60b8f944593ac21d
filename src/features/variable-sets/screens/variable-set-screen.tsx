import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { failureOf } from '#api/result.ts'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { ScreenProps } from '#command-kit/declaration.ts'
import type { VariableSet } from '#contract/shapes/entities.ts'
import { RULES_MAX } from '#domain/limits.ts'
import { CHANGES_SAVED, ERROR_UPDATING_PAGE, couldNotGetCohort } from '#domain/messages.ts'
import { formatCount, wordFor } from '#domain/numbers.ts'
import { VARIABLE_SET_NAME } from '#domain/text/names.ts'
import { ChangedMeanwhile } from '#entities/dialogs/edit-conflict.tsx'
import { DeleteDialog } from '#entities/dialogs/naming-dialog.tsx'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { useVersionedSave, type Read } from '#entities/server-state/saves.ts'
import { useServices } from '#entities/server-state/services.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { variableSetAtom } from '#entities/variable-sets/variable-sets.ts'
import { VariableList } from '#features/variable-sets/form/variable-list.tsx'
import {
  deleteVariableSet,
  editVariableSet,
  readVariableSet,
  StoredVariableSetEdit,
  type VariableSetDraft,
} from '#features/variable-sets/use-cases.ts'
import { Notice } from '#ui/notice.tsx'
import { showSuccess } from '#ui/overlays/toasts.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { DetailPage, ObjectBar, type BarAction } from '#workspace/detail/detail-page.tsx'
import { useDraft } from '#workspace/drafts/use-draft.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { usePaneFailure } from '#workspace/panes/pane-atoms.ts'
import { useRename } from '#workspace/panes/rename.ts'
import { useNextScreen } from '#workspace/use-next-screen.ts'
import styles from '#features/variable-sets/form/variable-set-form.module.css'
import stack from '#ui/stack.module.css'

/** Loaded when a set is edited. */
const VariableSetForm = lazy(async () => ({
  default: (await import('#features/variable-sets/form/variable-set-form.tsx')).VariableSetForm,
}))

const DefinitionOfRelease = lazy(() => import('#entities/releases/definition-today.tsx'))

/** The variables of a set, in the column order of a download. */
export default function VariableSetScreen({ args }: ScreenProps<{ readonly variableSetId: number }>) {
  const { variableSetId } = args
  const set = useAtomValue(variableSetAtom(variableSetId))
  return (
    <Loaded resource={set} skeleton={<Skeleton shape="page" />}>
      {(found) => (found === null ? <UnknownSet id={String(variableSetId)} /> : <KnownSet set={found} />)}
    </Loaded>
  )
}

function KnownSet({ set }: { set: VariableSet }) {
  const [params, setParams] = useSearchParams()
  const setEditing = (isEditing: boolean) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        for (const name of ['edit', 'draft', 'page']) next.delete(name)
        if (isEditing) next.set('edit', '1')
        return next
      },
      { replace: true },
    )
  if (params.has('edit')) return <VariableSetEditor set={set} onClose={() => setEditing(false)} />
  return <VariableSetDetail set={set} onEdit={() => setEditing(true)} />
}

function VariableSetDetail({ set, onEdit }: { set: VariableSet; onEdit: () => void }) {
  const services = useServices()
  const showNext = useNextScreen()
  const hasDictionaries = useAtomValue(isOfferedAtom)({ capability: 'dictionary' })
  const [isDeleting, setIsDeleting] = useState(false)
  usePaneActions({
    'form.edit': { available: true, run: onEdit },
    'form.delete': { available: true, run: () => setIsDeleting(true) },
  })
  const { variableSetId, name, description, variables, version } = set
  useRename({
    name,
    rule: VARIABLE_SET_NAME,
    save: async (typed) =>
      failureOf(await editVariableSet(services, variableSetId, { name: typed, description, variables }, version)),
  })
  const dictionaries: readonly BarAction[] = [
    { id: 'variable-set.save-redcap', args: { variableSetId }, label: 'Dictionary for REDCap' },
    { id: 'variable-set.save-bids', args: { variableSetId }, label: 'BIDS sidecar' },
  ]
  // The group of the rules counts too.
  const rules: readonly BarAction[] =
    variables.length < RULES_MAX
      ? [
          { id: 'cohort.build', args: { variableNames: variables }, label: 'Build a cohort of these' },
          { id: 'custom-variable.new-score', args: { variableNames: variables }, label: 'New Score of these' },
        ]
      : []
  const bar = (
    <ObjectBar
      fact={formatCount(variables.length)}
      unit={wordFor(variables.length, 'variable')}
      definition={description}
      primary={{ id: 'download.new', args: { variableSetId }, label: 'Download this' }}
      secondary={[{ id: 'form.edit', args: {} }]}
      more={[
        { id: 'cohorts.describe', args: { variableSetId } },
        ...rules,
        ...(hasDictionaries ? dictionaries : []),
        { id: 'variable-set.duplicate', args: { variableSetId }, label: 'Duplicate' },
        { id: 'form.rename', args: {} },
        { id: 'form.delete', args: {} },
      ]}
    />
  )
  return (
    <DetailPage bar={bar}>
      <section className={stack['section']} aria-label="Variables">
        <VariableList names={variables} />
      </section>
      <Suspense>
        <DefinitionOfRelease kind="varset" id={variableSetId} />
      </Suspense>
      <DeleteDialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        entity="Variable Set"
        name={name}
        usageOf={{ variableSetId }}
        onDelete={() => deleteVariableSet(services, variableSetId)}
        onDeleted={(outcome) => void showNext({ id: 'variable-sets.show', args: {} }, outcome)}
      />
    </DetailPage>
  )
}

interface VariableSetEditorProps {
  set: VariableSet
  onClose: () => void
}

interface VariableSetEdit extends VariableSetDraft {
  /** The state at the start of the edit. */
  readonly base?: Read<VariableSetDraft> | undefined
}

/** Changes a set's name, description and variables; the edit is kept until it is saved or discarded. */
function VariableSetEditor({ set, onClose }: VariableSetEditorProps) {
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
      <Suspense fallback={<Skeleton shape="page" />}>
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
      </Suspense>
    </>
  )
}

/** Spec section 2: the text wrongly says cohort, and keeps that wording. */
export function UnknownSet({ id }: { id: string }) {
  return (
    <Notice tone="error" title={couldNotGetCohort(id)} actions={<CommandLink id="variable-sets.show" args={{}} />}>
      It may have been deleted, or it belongs to another user.
    </Notice>
  )
}
