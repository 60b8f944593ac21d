import { useAtomValue, useStore } from 'jotai'
import type { ScreenProps } from '#command-kit/declaration.ts'
import { VARIABLE_SET_SAVED } from '#domain/messages.ts'
import { projectOfNew } from '#entities/projects.ts'
import { useServices } from '#entities/services.ts'
import { useSending } from '#entities/use-sending.ts'
import { workingSetAtom } from '#entities/variables/working-set.ts'
import { VariableSetForm } from '#features/variable-sets/parts/variable-set-form.tsx'
import { saveVariableSet, StoredVariableSetDraft, type VariableSetDraft } from '#features/variable-sets/use-cases.ts'
import { showSuccess } from '#ui/overlays/toasts.ts'
import { useDraft } from '#workspace/drafts/use-draft.ts'
import { useNextScreen } from '#workspace/use-next-screen.ts'

export default function VariableSetNewScreen({ args }: ScreenProps<{ readonly variableNames?: readonly string[] }>) {
  const store = useStore()
  const services = useServices()
  const showNext = useNextScreen()
  const workingSet = useAtomValue(workingSetAtom)
  const { isSending, failure, forgetFailure, send } = useSending(async (set: VariableSetDraft) =>
    saveVariableSet(services, set, await projectOfNew(services)),
  )

  const { draft, setDraft, discard } = useDraft<VariableSetDraft>(StoredVariableSetDraft, {
    name: '',
    description: '',
    variables: args.variableNames ?? workingSet,
  })
  const save = async () => {
    const saved = await send(draft)
    if (saved === null) return
    discard()
    // The saved variables leave the working set.
    store.set(workingSetAtom, (names) => names.filter((name) => !draft.variables.includes(name)))
    showSuccess(VARIABLE_SET_SAVED)
    await showNext({ id: 'variable-set.show', args: { variableSetId: saved.value } }, null)
  }
  return (
    <VariableSetForm
      draft={draft}
      onChange={(part) => {
        forgetFailure()
        setDraft({ ...draft, ...part })
      }}
      onSave={save}
      isSaving={isSending}
      failure={failure}
    />
  )
}
