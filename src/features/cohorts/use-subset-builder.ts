import type { Variable } from '#contract/shapes/entities.ts'
import { useAtomValue } from 'jotai'
import { conditionProblem } from '#domain/constraint.ts'
import { emptyCondition } from '#entities/condition-editor.tsx'
import { valueWords } from '#entities/value-words.ts'
import { variableAtom } from '#entities/variables/variables.ts'
import { subsetRequest, suggestedName, type SubsetDraft, StoredSubsetDraft } from '#features/cohorts/cohort-draft.ts'
import { useCohortBuilder } from '#features/cohorts/use-cohort-builder.ts'
import { useDraft } from '#workspace/drafts/use-draft.ts'

export type SubsetBuilder = ReturnType<typeof useSubsetBuilder>

/** The state of one subset builder. */
export function useSubsetBuilder(initial: SubsetDraft) {
  const kept = useDraft<SubsetDraft>(StoredSubsetDraft, initial)
  const resource = useAtomValue(variableAtom({ name: kept.draft.variableName ?? '' }))
  const variable = kept.draft.variableName === null ? null : (resource.data ?? null)
  const draft = withCondition(kept.draft, variable)
  const change = (part: Partial<SubsetDraft>) => kept.setDraft({ ...draft, ...part })

  const meaning = (value: string) => (variable ? valueWords(variable, value) : value)
  const request = variable === null ? null : subsetRequest(draft, variable.dataType)

  const builder = useCohortBuilder({
    request,
    incomplete: incompleteWords(draft, variable),
    naming: draft,
    suggestion: request && draft.condition ? suggestedName(draft.variableName ?? '', draft.condition, meaning) : '',
    onNaming: change,
    draft: kept,
  })
  return { ...builder, draft, variable, resource, change, meaning }
}

/** The missing part of the definition, or why a complete filter is meaningless. */
function incompleteWords({ variableName, condition }: SubsetDraft, variable: Variable | null): string {
  if (variableName === null) return 'Choose a variable to filter by.'
  const isFilled = condition?.values.every((value) => value !== '') ?? false
  const problem = isFilled && condition && variable ? conditionProblem(variable.dataType, condition) : null
  return problem ?? 'Complete the filter.'
}

/** The filter of a newly chosen variable starts with the first operator of its type. */
function withCondition(draft: SubsetDraft, variable: Variable | null): SubsetDraft {
  return draft.condition !== null || variable === null ? draft : { ...draft, condition: emptyCondition(variable) }
}
