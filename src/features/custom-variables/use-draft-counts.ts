import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useStableValue } from '#command-kit/hooks.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import type { Variable } from '#contract/shapes/entities.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { SOURCE_LIMITS } from '#domain/custom-variables/custom-variables.ts'
import { useFollowed, callStateAtom } from '#entities/server-state/resource.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { cellCountsRequest, readCellCounts, type CellCounts } from '#features/custom-variables/combine/cell-counts.ts'
import { previewName, previewRequest } from '#features/custom-variables/draft-request.ts'
import type { CustomVariableDraft, DraftValue } from '#features/custom-variables/draft.ts'
import { definitionProblem, sourceTypeProblems, type TypeOf } from '#features/custom-variables/save-requirements.ts'
import { LIVE_MILLISECONDS, useDebounced } from '#ui/forms/use-debounced.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import { screenAtom, screenState } from '#workspace/screen-state.ts'

type PreviewRequest = RequestOf<typeof constructPreview>

/** The variable cross-tabulated with the values of a pane's draft. */
export const crossVariableAtom = screenState<string | null>(null)

/** The countable part of the draft in a pane's builder; null while there is none or the user is typing. */
const countedDraftAtom = screenState<PreviewRequest | null>(null)

/** The number of individuals by value of the draft. */
const draftCountsAtom = screenAtom((id) =>
  callStateAtom({ endpoint: constructPreview, key: 'construct-preview' }, countedDraftAtom(id)),
)

/** The two sources of a pane's combine table. */
const combinedSourcesAtom = screenState<PreviewRequest | null>(null)

/** The number of individuals by combination. */
const combinationCountsAtom = screenAtom((id) =>
  callStateAtom({ endpoint: constructPreview, key: 'construct-cells' }, combinedSourcesAtom(id)),
)

/**
 * The counts of the current draft. Incomplete values match nothing. A change aborts the running count; the previous
 * counts stay, dimmed, until the new ones arrive.
 */
export function useDraftCounts(draft: CustomVariableDraft, typeOf: TypeOf, cross: string | null) {
  const canPreview = useAtomValue(isOfferedAtom)(constructPreview)
  const { asked, incomplete } = useMemo(() => {
    const isOpen = (value: DraftValue) => definitionProblem(draft, value, typeOf) !== null
    const open = new Set(draft.kind === 'merge' ? [] : draft.values.filter(isOpen).map(({ key }) => key))
    const isCounted =
      draft.sources.length >= SOURCE_LIMITS[draft.kind].minimum &&
      draft.sources.every((name) => typeOf(name) !== undefined) &&
      sourceTypeProblems(draft, typeOf).length === 0 &&
      open.size < draft.values.length
    return {
      asked: isCounted ? { ...previewRequest(draft, open), ...(cross !== null && { cross }) } : null,
      incomplete: open,
    }
  }, [draft, typeOf, cross])
  const steady = useStableValue(asked)
  const settled = useDebounced(steady, LIVE_MILLISECONDS)
  const request = canPreview && settled === steady ? steady : null
  const paneId = usePaneId()
  const query = useFollowed(countedDraftAtom(paneId), draftCountsAtom(paneId), request)
  const data = steady === null ? undefined : query.data
  const countOf = useMemo(() => {
    const counts = new Map(data?.values.map(({ name, count }) => [name, count]))
    return (key: string) => counts.get(previewName(key))
  }, [data])
  return { canPreview, query, data, incomplete, isOlder: settled !== steady || query.isPlaceholderData, countOf }
}

/** The number of individuals by combination of two sources' answers; null while loading. */
export function useCellCounts(sources: readonly Variable[]): CellCounts | null {
  const canPreview = useAtomValue(isOfferedAtom)(constructPreview)
  const [first, second] = sources
  const request = useMemo(() => (first && second ? cellCountsRequest(first, second) : null), [first, second])
  const paneId = usePaneId()
  const { data } = useFollowed(combinedSourcesAtom(paneId), combinationCountsAtom(paneId), canPreview ? request : null)
  return useMemo(
    () => (data && first && second && request ? readCellCounts(data.cross, first, second) : null),
    [data, first, second, request],
  )
}
