import { useAtomValue } from 'jotai'
import { variableAtom } from '#entities/variables/variables.ts'
import { StoredPedigreeDraft } from '#features/cohorts/cohort-draft.ts'
import {
  pedigreeRequest,
  suggestedPedigreeName,
  wholeNumberProblem,
  type PedigreeDraft,
} from '#features/cohorts/pedigree-draft.ts'
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

  const request = pedigreeRequest(draft, variable)

  const builder = useCohortBuilder({
    request,
    incomplete: incompleteWords(draft),
    naming: draft,
    suggestion: request === null ? '' : suggestedPedigreeName(draft),
    onNaming: change,
    draft: kept,
  })
  return { ...builder, draft, variable, resource, change }
}

function incompleteWords({ variableName, count, minimumSize }: PedigreeDraft): string {
  if (variableName === null) return 'Choose the variable that defines the affected members.'
  const sizeProblem = minimumSize === '' ? null : wholeNumberProblem('Minimum pedigree size', minimumSize)
  return wholeNumberProblem('Count', count) ?? sizeProblem ?? 'Complete the criterion.'
}
