import { useAtom, useAtomValue } from 'jotai'
import { useLayoutEffect } from 'react'
import { ApiError } from '#api/result.ts'
import { toWire } from '#contract/wire-names.ts'
import { useFollowed } from '#entities/call-atoms.ts'
import {
  appliedDefinitionAtom,
  appliedPreviewAtom,
  definitionAtom,
  livePreviewAtom,
} from '#features/cohorts/builder-state.ts'
import {
  isNobody,
  isSameRequest,
  missingForSave,
  type CohortNaming,
  type CohortRequest,
} from '#features/cohorts/cohort-draft.ts'
import { useCohortSaving, type AfterSaving } from '#features/cohorts/use-cohort-saving.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import type { Draft } from '#workspace/drafts/use-draft.ts'
import { usePaneActions } from '#workspace/pane-actions.ts'
import { usePaneId } from '#workspace/pane-id.ts'

/** Long enough to skip the middle of a number being typed, short enough to seem at once. */
const LIVE_MILLISECONDS = 120

export type CohortBuilder = ReturnType<typeof useCohortBuilder>

interface CohortBuilderOptions {
  /** The definition as it stands, or null while it is not whole. */
  readonly request: CohortRequest | null
  /** What it lacks while it is not whole. */
  readonly incomplete: string
  readonly naming: CohortNaming
  readonly onNaming: (naming: Partial<CohortNaming>) => void
  readonly draft: Pick<Draft<unknown>, 'applied' | 'storeApplied' | 'discard'>
  /** A whole definition is applied by itself (spec section 4: of compound sets the preview runs). */
  readonly appliesItself?: boolean
}

/** What all builders of cohorts share: live numbers, the applied table, naming, and what Save waits for. */
export function useCohortBuilder(options: CohortBuilderOptions) {
  const { request, incomplete, naming, onNaming, draft, appliesItself = false } = options
  const paneId = usePaneId()
  const settled = useSettled(request)
  const live = useFollowed(definitionAtom(paneId), livePreviewAtom(paneId), settled)
  const [applied, setApplied] = useAtom(appliedDefinitionAtom(paneId))
  const { result: summary } = useAtomValue(appliedPreviewAtom(paneId))
  const toApply = unapplied({ request, settled, applied, kept: draft.applied, appliesItself })
  useLayoutEffect(() => {
    if (toApply !== null) setApplied(toApply)
  }, [toApply, setApplied])
  const appliedRows = summary.data && !summary.isPlaceholderData && !summary.isError ? summary.data.data : null
  const isCurrent = request !== null && isSameRequest(request, applied)

  const saving = useCohortSaving(naming, draft.discard)
  const isLive = live.data !== undefined && !live.isPlaceholderData && !live.isError
  const missing = missingForSave(
    {
      incomplete: request === null ? incomplete : null,
      isLiveEmpty: isLive && isNobody(live.data.data),
      applied: appliedRows && { isCurrent, isEmpty: isNobody(appliedRows) },
      ...(appliesItself && { unapplied: live.isError ? 'Repeat the preview.' : 'Wait for the preview.' }),
    },
    naming,
  )
  const waitsFor = (because: string | undefined) =>
    because === undefined ? !saving.isSaving || ('pending' as const) : { because }

  const save = async (then: AfterSaving) => {
    if (request === null) return
    setApplied(request)
    const isKnownToHold = isCurrent && appliedRows !== null && !isNobody(appliedRows)
    await saving.save(request, isKnownToHold, then)
  }
  const apply = () => {
    // The same once more is a wish only where it failed.
    if (isCurrent && summary.isError) void summary.refetch()
    setApplied(request)
    draft.storeApplied(JSON.stringify(request))
  }
  usePaneActions({
    'form.apply': { available: request !== null || { because: incomplete }, run: apply },
    'form.save': {
      available: waitsFor(missing[0]?.words),
      // The key saves what stands there; where that was not applied yet it is applied first.
      availableByKey: waitsFor(missing.find(({ what }) => what !== 'apply')?.words),
      run: () => save('show'),
    },
    'form.save-and-narrow': {
      available: waitsFor(missing[0]?.words),
      availableByKey: waitsFor(missing.find(({ what }) => what !== 'apply')?.words),
      run: () => save('narrow'),
    },
  })

  return {
    naming,
    changeNaming: (change: Partial<CohortNaming>) => {
      saving.forgetFailure()
      onNaming(change)
    },
    live: {
      data: request === null ? undefined : live.data,
      isOlder: live.isPlaceholderData || live.isFetching,
      query: live,
    },
    isComplete: request !== null,
    incomplete,
    /** What the server says of the values themselves: a pattern that does not parse. */
    valueRefusal: refusalOf(live.error),
    applied: applied === null ? null : { query: summary, isCurrent },
    missing,
    nameProblem: saving.nameProblem,
    failure: saving.failure,
  }
}

interface Applying {
  readonly request: CohortRequest | null
  readonly settled: CohortRequest | null
  readonly applied: CohortRequest | null
  /** The text of the definition that was applied when the draft was left. */
  readonly kept: string | undefined
  readonly appliesItself: boolean
}

/** The definition that is applied without a press of Apply; null for none. */
function unapplied({ request, settled, applied, kept, appliesItself }: Applying): CohortRequest | null {
  if (appliesItself && settled !== null && !isSameRequest(settled, applied)) return settled
  return applied === null && request !== null && storedText(request) === kept ? request : null
}

/** In the names of the API, as stored drafts have it. */
function storedText(request: CohortRequest | null): string {
  return JSON.stringify(toWire(request))
}

function refusalOf(error: Error | null): string | null {
  return error instanceof ApiError && error.failure.status === 422 ? error.failure.serverMessage : null
}

/** The request once it stands still; none in between, so that no number is shown for what is being changed. */
function useSettled(request: CohortRequest | null): CohortRequest | null {
  const text = useDebounced(JSON.stringify(request), LIVE_MILLISECONDS)
  return request !== null && text === JSON.stringify(request) ? request : null
}
