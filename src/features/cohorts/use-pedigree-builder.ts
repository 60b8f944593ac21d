import { useAtom, useAtomValue } from 'jotai'
import { variableAtom } from '#entities/variables.ts'
import { pedigreeRequest, type PedigreeDraft } from '#features/cohorts/pedigree-draft.ts'
import { pedigreeDraftAtom } from '#features/cohorts/state.ts'
import { useCohortBuilder } from '#features/cohorts/use-cohort-builder.ts'

export type PedigreeBuilder = ReturnType<typeof usePedigreeBuilder>

/** The state of one pedigree builder. */
export function usePedigreeBuilder(key: string, initial: PedigreeDraft) {
  const [stored, setDraft] = useAtom(pedigreeDraftAtom(key))
  const draft = stored ?? initial
  const resource = useAtomValue(variableAtom({ name: draft.variableName ?? '' }))
  const variable = draft.variableName === null ? null : (resource.data ?? null)
  const change = (part: Partial<PedigreeDraft>) => setDraft({ ...draft, ...part })

  const builder = useCohortBuilder({
    request: pedigreeRequest(draft, variable),
    incomplete:
      draft.variableName === null ? 'Choose the variable that tells who is affected.' : 'Complete the criterion.',
    naming: draft,
    onNaming: change,
    onSaved: () => setDraft(null),
  })
  return { ...builder, draft, variable, resource, change }
}
