import { useAtom } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import type { Variable } from '#contract/shapes.ts'
import { keysOfTable } from '#features/custom-variables/combine/cells.ts'
import { newKey, type CustomVariableDraft } from '#features/custom-variables/draft.ts'
import type { DraftEdit } from '#features/custom-variables/draft-edits.ts'
import { StoredCustomVariableDraft } from '#features/custom-variables/draft-schema.ts'
import { requirementsOf } from '#features/custom-variables/save-requirements.ts'
import { useDraftCounts } from '#features/custom-variables/use-draft-counts.ts'
import { useSaving } from '#features/custom-variables/use-saving.ts'
import { useSources } from '#features/custom-variables/use-sources.ts'
import { crossVariableAtom } from '#features/custom-variables/state.ts'
import { useDraft } from '#workspace/drafts/use-draft.ts'
import { usePaneActions } from '#workspace/pane-actions.ts'
import { usePaneId } from '#workspace/pane-id.ts'

/** Changes the draft; typing in one field, named by `what`, is undone at once. */
export type EditDraft = (edit: DraftEdit, what?: string) => void

export type CustomVariableBuilder = ReturnType<typeof useCustomVariableBuilder>

/** The state of one builder of a custom variable: draft, sources, live counts, and what Save waits for. */
export function useCustomVariableBuilder(initial: CustomVariableDraft) {
  const { draft, setDraft, discard } = useDraft<CustomVariableDraft>(StoredCustomVariableDraft, initial)
  const [cross, setCross] = useAtom(crossVariableAtom(usePaneId()))
  const sources = useSources(draft.sources)
  const typeOf = useTypes(sources)
  const counts = useDraftCounts(draft, typeOf, cross)
  const cells = useMemo(() => (draft.kind === 'merge' ? keysOfTable(sources) : []), [draft.kind, sources])
  const openCells = cells.filter((cell) => draft.cells[cell] === undefined).length
  const requirements = useMemo(() => requirementsOf(draft, typeOf, openCells), [draft, typeOf, openCells])

  const saving = useSaving(draft, discard)
  const because = requirements[0]?.words
  usePaneActions({
    'form.save': {
      available: because === undefined ? !saving.isSaving || 'pending' : { because },
      availableByKey: because === undefined || { because },
      run: saving.save,
    },
  })

  return {
    draft,
    sources,
    cells,
    requirements,
    counts,
    cross: { name: cross, choose: setCross },
    saving,
    edit: useEdit(draft, (next, what) => {
      saving.forgetRefusal()
      setDraft(next, what)
    }),
  }
}

/** One function for good, so that what it is handed to need not render again; several edits may come in one go. */
function useEdit(draft: CustomVariableDraft, write: (next: CustomVariableDraft, what: string) => void): EditDraft {
  const latest = useRef({ draft, write })
  useEffect(() => {
    latest.current = { draft, write }
  })
  return useMemo(
    () => (edit, what) => {
      const next = edit(latest.current.draft)
      if (next === latest.current.draft) return
      latest.current = { ...latest.current, draft: next }
      latest.current.write(next, what ?? newKey())
    },
    [],
  )
}

function useTypes(sources: readonly Variable[]) {
  return useMemo(() => {
    const types = new Map(sources.map((source) => [source.variable_name, source.data_type]))
    return (name: string) => types.get(name)
  }, [sources])
}
