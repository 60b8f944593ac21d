import { atom, useAtom, useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { Failure } from '#api/result.ts'
import { useRunCommand } from '#command-kit/hooks.ts'
import { constructPreview } from '#contract/custom-variables.ts'
import type { Variable } from '#contract/shapes.ts'
import { cellsOfTable } from '#domain/combine-table.ts'
import type { CustomVariableKind } from '#domain/custom-variables.ts'
import { currentProjectAtom } from '#entities/projects.ts'
import { useServices } from '#entities/services.ts'
import { capabilitiesAtom } from '#entities/session.ts'
import { useCall } from '#entities/use-call.ts'
import { variableAtom } from '#entities/variables.ts'
import {
  cellKey,
  definitionProblem,
  emptyCustomVariable,
  missingForSave,
  previewRequest,
  type CustomVariableDraft,
} from '#features/custom-variables/draft.ts'
import { customVariableDraftAtom } from '#features/custom-variables/state.ts'
import { saveCustomVariable } from '#features/custom-variables/use-cases.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import { usePaneActions } from '#workspace/pane-actions.ts'

const LIVE_MILLISECONDS = 150

export type CustomVariableBuilder = ReturnType<typeof useCustomVariableBuilder>

/** The state of one builder of a custom variable: draft, sources, live counts, and what Save waits for. */
export function useCustomVariableBuilder(kind: CustomVariableKind, key: string, given: readonly string[]) {
  const initial = useMemo(() => emptyCustomVariable(kind, given), [kind, given])
  const [stored, setDraft] = useAtom(customVariableDraftAtom(key))
  const draft = stored ?? initial
  const sources = useSources(draft.sources)
  const problem = definitionProblem(draft, sources)
  const cells = tableCells(draft, sources)
  const openCells = cells.filter((cell) => draft.cells[cellKey(cell)] === undefined).length
  const missing = missingForSave(draft, problem, openCells)

  const canPreview = useAtomValue(capabilitiesAtom).includes('construct-preview')
  const isWhole = problem === null && openCells === 0
  const settled = useDebounced(JSON.stringify(previewRequest(draft)), LIVE_MILLISECONDS)
  const request =
    canPreview && isWhole && settled === JSON.stringify(previewRequest(draft)) ? previewRequest(draft) : null
  const live = useCall({ endpoint: constructPreview, request, key: 'construct-preview' })

  const saving = useSaving(draft, () => setDraft(null))
  usePaneActions({
    save: {
      available: missing[0] === undefined ? !saving.isSaving || 'pending' : { because: missing[0] },
      run: saving.save,
    },
  })

  return {
    draft,
    sources,
    cells,
    problem,
    missing,
    live: { query: live, data: isWhole ? live.data : undefined, isOlder: live.isPlaceholderData || live.isFetching },
    canPreview,
    failure: saving.failure,
    change: (part: Partial<CustomVariableDraft>) => {
      saving.forgetFailure()
      setDraft({ ...draft, ...part })
    },
  }
}

/** The source variables that are known, in the draft's order. */
function useSources(names: readonly string[]): readonly Variable[] {
  const key = names.join(',')
  const sourcesAtom = useMemo(
    () => atom((get) => key.split(',').flatMap((name) => get(variableAtom({ name })).data ?? [])),
    [key],
  )
  return useAtomValue(sourcesAtom)
}

/** Every combination that the two sources have; none for the other kinds. */
function tableCells({ kind }: CustomVariableDraft, sources: readonly Variable[]) {
  const [first, second] = sources
  if (kind !== 'merge' || !first || !second) return []
  return cellsOfTable(describe(first), describe(second))
}

function describe({ variable_name: name, data_type: dataType, possible_values: possibleValues }: Variable) {
  return { name, dataType, possibleValues }
}

function useSaving(draft: CustomVariableDraft, onSaved: () => void) {
  const services = useServices()
  const run = useRunCommand()
  const project = useAtomValue(currentProjectAtom)
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const save = async () => {
    if (isSaving) return
    setIsSaving(true)
    const saved = await saveCustomVariable(services, draft, project?.projectid)
    setIsSaving(false)
    if (!saved.ok) return setFailure(saved)
    onSaved()
    await run({ id: 'variable.show', args: { variableName: saved.value } })
  }
  return { isSaving, failure, save, forgetFailure: () => setFailure(null) }
}
