import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { useRunCommand } from '#command-kit/hooks.ts'
import { ApiError } from '#api/api-error.ts'
import type { Failure } from '#api/result.ts'
import { cohortPreview } from '#contract/cohorts.ts'
import type { Variable } from '#contract/shapes.ts'
import { COHORT_NAME } from '#domain/names.ts'
import { DUPLICATE_COHORT_NAME } from '#domain/messages.ts'
import { foldText } from '#domain/search-words.ts'
import { cohortsAtom } from '#entities/cohorts.ts'
import { emptyCondition } from '#entities/condition-editor.tsx'
import { currentProjectAtom } from '#entities/projects.ts'
import { useServices } from '#entities/services.ts'
import { useCall } from '#entities/use-call.ts'
import { variableAtom } from '#entities/variables.ts'
import { subsetDraftAtom } from '#features/cohorts/state.ts'
import {
  isSameRequest,
  missingForSave,
  subsetRequest,
  totalOf,
  type SubsetDraft,
  type SubsetRequest,
} from '#features/cohorts/subset-draft.ts'
import { saveSubset } from '#features/cohorts/use-cases.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import { usePaneActions } from '#workspace/pane-actions.ts'

/** Long enough to skip the middle of a number being typed, short enough to seem at once. */
const LIVE_MILLISECONDS = 120

export type SubsetBuilder = ReturnType<typeof useSubsetBuilder>

/** The state of one subset builder: its draft, its live numbers, its applied table, and what Save waits for. */
export function useSubsetBuilder(key: string, initial: SubsetDraft) {
  const [stored, setDraft] = useAtom(subsetDraftAtom(key))
  const kept = stored ?? initial
  const variable = useAtomValue(variableAtom({ name: kept.variableName ?? '' })).data ?? null
  const draft = withCondition(kept, variable)

  const request = variable === null ? null : subsetRequest(draft, variable.data_type)
  const live = useCall({ endpoint: cohortPreview, request: useSettled(request), key: 'cohort-preview' })
  const [applied, setApplied] = useState<SubsetRequest | null>(null)
  const summary = useCall({ endpoint: cohortPreview, request: applied, key: 'cohort-preview' })
  const appliedTotal =
    summary.data && !summary.isPlaceholderData && !summary.isError ? totalOf(summary.data.data) : null
  const isCurrent = request !== null && isSameRequest(request, applied)

  const saving = useSaving(draft)
  const missing = missingForSave(draft, appliedTotal === null ? null : { isCurrent, total: appliedTotal })

  usePaneActions({
    apply: {
      available: request !== null || { because: 'Choose a variable and complete the filter.' },
      run: () => setApplied(request),
    },
    save: {
      available: missing[0] === undefined ? !saving.isSaving || 'pending' : { because: missing[0] },
      run: async () => {
        if (applied) await saving.save(applied)
      },
    },
  })

  return {
    draft,
    variable,
    change: (part: Partial<SubsetDraft>) => {
      saving.forgetFailure()
      setDraft({ ...draft, ...part })
    },
    live: {
      data: request === null ? undefined : live.data,
      isOlder: live.isPlaceholderData || live.isFetching,
      query: live,
    },
    isComplete: request !== null,
    /** What the server says of the values themselves: a pattern that does not parse. */
    valueRefusal: refusalOf(live.error),
    applied: applied === null ? null : { query: summary, isCurrent },
    missing,
    nameProblem: saving.nameProblem,
    failure: saving.failure,
  }
}

function refusalOf(error: Error | null): string | null {
  return error instanceof ApiError && error.failure.status === 422 ? error.failure.serverMessage : null
}

/** The filter of a variable just chosen begins with the first operator of its type. */
function withCondition(draft: SubsetDraft, variable: Variable | null): SubsetDraft {
  return draft.condition !== null || variable === null ? draft : { ...draft, condition: emptyCondition(variable) }
}

/** The request once it stands still; at once where there is nothing to ask. */
function useSettled(request: SubsetRequest | null): SubsetRequest | null {
  const text = useDebounced(JSON.stringify(request), LIVE_MILLISECONDS)
  return request !== null && text === JSON.stringify(request) ? request : null
}

function useSaving(draft: SubsetDraft) {
  const services = useServices()
  const run = useRunCommand()
  const cohorts = useAtomValue(cohortsAtom).data ?? []
  const project = useAtomValue(currentProjectAtom)
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [wasTried, setWasTried] = useState(false)

  const taken = new Set(cohorts.map((cohort) => foldText(cohort.name.trim())))
  const nameProblem = (name: string) =>
    COHORT_NAME.problem(name) ?? (taken.has(foldText(name.trim())) ? DUPLICATE_COHORT_NAME : null)

  return {
    isSaving,
    failure,
    nameProblem: { of: nameProblem, now: wasTried ? nameProblem(draft.name) : null },
    forgetFailure: () => setFailure(null),
    save: async (request: SubsetRequest) => {
      setWasTried(true)
      if (isSaving || nameProblem(draft.name) !== null) return
      setIsSaving(true)
      const { name, description } = draft
      const saved = await saveSubset(services, request, { name: name.trim(), description }, project?.projectid)
      setIsSaving(false)
      if (saved.ok) await run({ id: 'cohort.show', args: { cohortId: saved.value } })
      else setFailure(saved)
    },
  }
}
