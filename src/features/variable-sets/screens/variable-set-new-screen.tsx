import { useAtomValue, useStore } from 'jotai'
import { useMemo } from 'react'
import type { Invocation, ScreenProps } from '#command-kit/declaration.ts'
import type { ArgumentsOf } from '#commands/signatures.ts'
import { VARIABLE_SET_SAVED } from '#domain/messages.ts'
import { nameKey, VARIABLE_SET_NAME } from '#domain/text/names.ts'
import { freeName } from '#domain/text/suggested-names.ts'
import { projectOfNew } from '#entities/projects/projects.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { useSending } from '#entities/server-state/saves.ts'
import { useServices } from '#entities/server-state/services.ts'
import { variableSetAtom, variableSetsAtom } from '#entities/variable-sets/variable-sets.ts'
import { workingSetAtom } from '#entities/variables/working-set.ts'
import { VariableSetForm } from '#features/variable-sets/form/variable-set-form.tsx'
import {
  saveVariableSet,
  StoredNewVariableSet,
  suggestedSetName,
  type VariableSetDraft,
} from '#features/variable-sets/use-cases.ts'
import { showSuccess } from '#ui/overlays/toasts.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { leadToField } from '#workspace/builder-frame.tsx'
import { useDraft } from '#workspace/drafts/use-draft.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import { TakenGroup } from '#workspace/panes/taken-chips.tsx'
import { useNextScreen } from '#workspace/use-next-screen.ts'

export default function VariableSetNewScreen({ args }: ScreenProps<ArgumentsOf<'variable-set.new'>>) {
  const { variableNames, fromSetId } = args
  if (fromSetId !== undefined) return <Duplicate setId={fromSetId} />
  return (
    <NewVariableSet
      variableNames={variableNames}
      description=""
      afterSaving={(variableSetId) => nextOf(args, variableSetId)}
    />
  )
}

/** What the set was made for, else its page. */
function nextOf({ describedIn, by, downloadOf }: ArgumentsOf<'variable-set.new'>, variableSetId: number): Invocation {
  if (describedIn) {
    return { id: 'cohorts.describe', args: { cohortIds: describedIn, variableSetId, ...(by !== undefined && { by }) } }
  }
  if (downloadOf === undefined) return showSet(variableSetId)
  return { id: 'download.new', args: { variableSetId, ...(downloadOf !== null && { cohortId: downloadOf }) } }
}

function Duplicate({ setId }: { setId: number }) {
  const set = useAtomValue(variableSetAtom(setId))
  return (
    <Loaded resource={set} skeleton={<Skeleton shape="page" />}>
      {(found) => (
        <NewVariableSet variableNames={found?.variables} description={found?.description ?? ''} afterSaving={showSet} />
      )}
    </Loaded>
  )
}

interface NewVariableSetProps {
  /** Default: the working set. */
  variableNames: readonly string[] | undefined
  description: string
  afterSaving: (variableSetId: number) => Invocation
}

function showSet(variableSetId: number): Invocation {
  return { id: 'variable-set.show', args: { variableSetId } }
}

function NewVariableSet({ variableNames, description, afterSaving }: NewVariableSetProps) {
  const store = useStore()
  const services = useServices()
  const showNext = useNextScreen()
  const workingSet = useAtomValue(workingSetAtom)
  // A row or pane of the working set stands for all of it.
  const [only, ...others] = variableNames ?? []
  const isOfWorkingSet =
    variableNames === undefined || (only !== undefined && others.length === 0 && workingSet.includes(only))
  const { isSending, failure, forgetFailure, send } = useSending(async (set: VariableSetDraft) =>
    saveVariableSet(services, set, await projectOfNew(services)),
  )

  const kept = useDraft<Omit<VariableSetDraft, 'name'> & { readonly name: string | null }>(StoredNewVariableSet, {
    name: null,
    description,
    variables: isOfWorkingSet ? workingSet : variableNames,
  })
  const { data: sets } = useAtomValue(variableSetsAtom)
  const taken = useMemo(() => new Set(sets?.map((set) => nameKey(set.name))), [sets])
  const name =
    kept.draft.name ??
    freeName(suggestedSetName(kept.draft.variables), VARIABLE_SET_NAME, (asked) => taken.has(nameKey(asked)))
  const draft: VariableSetDraft = { ...kept.draft, name }
  const fromWorkingSet = (isOfWorkingSet ? workingSet : []).filter(
    (name) => draft.variables.includes(name) && variableNames?.includes(name) !== true,
  )
  const paneId = usePaneId()
  const leaveOut = () => {
    kept.setDraft({ ...kept.draft, variables: draft.variables.filter((name) => !fromWorkingSet.includes(name)) })
    leadToField(paneId, 'definition')
  }
  const save = async () => {
    // A retry sends the same name, even if a save whose response was lost has taken it.
    if (kept.draft.name === null) kept.setDraft(draft)
    const saved = await send(draft)
    if (saved === null) return
    kept.discard()
    // The saved variables leave the working set.
    store.set(workingSetAtom, (names) => names.filter((other) => !draft.variables.includes(other)))
    showSuccess(VARIABLE_SET_SAVED)
    await showNext(afterSaving(saved.value), null)
  }
  return (
    <>
      <TakenGroup
        taken={
          fromWorkingSet.length === 0
            ? []
            : [{ name: 'variableNames', kind: 'variable', values: fromWorkingSet, from: 'the working set' }]
        }
        onRemove={leaveOut}
      />
      <VariableSetForm
        draft={draft}
        onChange={(part) => {
          forgetFailure()
          kept.setDraft({ ...kept.draft, ...part })
        }}
        onSave={save}
        isSaving={isSending}
        failure={failure}
      />
    </>
  )
}
