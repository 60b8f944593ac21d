import { useAtomValue } from 'jotai'
import { variableAtom } from '#entities/variables.ts'
import { StoredPedigreeDraft } from '#features/cohorts/draft-schemas.ts'
import { pedigreeRequest, type PedigreeDraft } from '#features/cohorts/pedigree-draft.ts'
import { useCohortBuilder } from '#features/cohorts/use-cohort-builder.ts'
import { useDraft } from '#workspace/drafts/use-draft.ts'

export type PedigreeBuilder = ReturnType<typeof usePedigreeBuilder>

/** The state of one pedigree builder. */
export function usePedigreeBuilder(initial: PedigreeDraft) {
  const kept = useDraft<PedigreeDraft>(StoredPedigreeDraft, initial)
  const { draft, setDraft } = kept
  const resource = useAtomValue(variableAtom({ name: draft.variableName ?? '' }))
  const variable = draft.variableName === null ? null : (resource.data ?? null)
  const change = (part: Partial<PedigreeDraft>) => setDraft({ ...draft, ...part })

  const builder = useCohortBuilder({
    request: pedigreeRequest(draft, variable),
    incomplete:
      draft.variableName === null ? 'Choose the variable that tells who is affected.' : 'Complete the criterion.',
    naming: draft,
    onNaming: change,
    draft: kept,
  })
  return { ...builder, draft, variable, resource, change }
}
