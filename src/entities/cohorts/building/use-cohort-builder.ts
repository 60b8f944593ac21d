import { useAtom, useAtomValue } from 'jotai'
import { useLayoutEffect } from 'react'
import { ApiError } from '#api/result.ts'
import { cohortPreview } from '#contract/cohorts.ts'
import { toWire } from '#contract/shapes/wire-names.ts'
import {
  hasNoIndividuals,
  isSameRequest,
  missingForSave,
  type CohortRequest,
  type DraftNaming,
} from '#entities/cohorts/building/cohort-draft.ts'
import { saveCohort, wouldBeEmpty } from '#entities/cohorts/building/save-cohorts.ts'
import { useCohortSaving, type AfterSaving } from '#entities/cohorts/building/use-cohort-saving.ts'
import { useFollowed, callStateAtom } from '#entities/server-state/resource.ts'
import { useSettled } from '#ui/forms/use-debounced.ts'
import { leadToField } from '#workspace/builder-frame.tsx'
import type { Draft } from '#workspace/drafts/use-draft.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import { screenAtom, screenState } from '#workspace/screen-state.ts'

const PREVIEW = { endpoint: cohortPreview, key: 'cohort-preview' }

/** The definition in a pane's cohort builder; null while it is incomplete or being typed. */
export const definitionAtom = screenState<CohortRequest | null>(null)

/** The preview of the definition; follows every change. */
export const livePreviewAtom = screenAtom((id) => callStateAtom(PREVIEW, definitionAtom(id)))

/** The last applied definition (spec section 4); writing it applies a definition. */
export const appliedDefinitionAtom = screenState<CohortRequest | null>(null)

export const appliedPreviewAtom = screenAtom((id) => callStateAtom(PREVIEW, appliedDefinitionAtom(id)))

const SAVER = { save: saveCohort, wouldBeEmpty }

export type CohortBuilder = ReturnType<typeof useCohortBuilder>

interface CohortBuilderOptions {
  /** The current definition, or null while it is incomplete. */
  readonly request: CohortRequest | null
  /** The missing part of an incomplete definition. */
  readonly incomplete: string
  readonly naming: DraftNaming
  /** The name suggested by the definition; empty while it is incomplete. */
  readonly suggestion: string
  readonly onNaming: (naming: Partial<DraftNaming>) => void
  readonly draft: Pick<Draft<unknown>, 'applied' | 'storeApplied' | 'discard'>
  /** Complete definitions are applied automatically (spec section 4: the preview of compound sets runs). */
  readonly appliesItself?: boolean
}

/** Shared by all cohort builders: live preview, the applied table, naming, and the requirements of Save. */
export function useCohortBuilder(options: CohortBuilderOptions) {
  const { request, incomplete, onNaming, draft, appliesItself = false } = options
  const paneId = usePaneId()
  const settled = useSettled(request)
  const live = useFollowed(definitionAtom(paneId), livePreviewAtom(paneId), settled)
  const [applied, setApplied] = useAtom(appliedDefinitionAtom(paneId))
  const { result: summary } = useAtomValue(appliedPreviewAtom(paneId))
  const toApply = unapplied({ request, settled, applied, kept: draft.applied, appliesItself })
  useLayoutEffect(() => {
    if (toApply !== null) setApplied(toApply)
  }, [toApply, setApplied])
  const isCurrent = request !== null && isSameRequest(request, applied)

  const { naming, ...saving } = useCohortSaving({
    saver: SAVER,
    draft: options.naming,
    suggestion: options.suggestion,
    onNaming,
    onSaved: draft.discard,
  })
  // The spec's preview total (section 4); `settled` excludes the preview of an older definition.
  const isPreviewed = settled !== null && live.data !== undefined && !live.isPlaceholderData && !live.isError
  const isEmpty = isPreviewed ? hasNoIndividuals(live.data.data) : null
  const missing = missingForSave(
    { incomplete: request === null ? incomplete : null, isEmpty, hasFailed: live.isError },
    naming,
  )
  const waitsFor = (because: string | undefined) =>
    because === undefined ? !saving.isSaving || ('pending' as const) : { because }
  const byKey = missing.find(({ what }) => what !== 'preview')
  const available = {
    available: waitsFor(missing[0]?.words),
    // The shortcut may precede the preview: Save then previews first.
    availableByKey: waitsFor(byKey?.words),
    lead: () => {
      if (byKey?.what === 'definition' || byKey?.what === 'name') leadToField(paneId, byKey.what)
    },
  }

  const save = async (then: AfterSaving) => {
    if (request !== null) await saving.save(request, isEmpty === false, then)
  }
  const apply = () => {
    // Applying the same definition again is a retry: only after a failure.
    if (isCurrent && summary.isError) void summary.refetch()
    setApplied(request)
    draft.storeApplied(storedText(request))
  }
  usePaneActions({
    'form.apply': {
      available: request !== null || { because: incomplete },
      run: apply,
      lead: () => leadToField(paneId, 'definition'),
    },
    'form.save': { ...available, run: () => save('show') },
    'form.save-and-narrow': { ...available, run: () => save('narrow') },
  })

  return {
    naming,
    changeNaming: (change: Partial<DraftNaming>) => {
      saving.forgetFailure()
      onNaming(change)
    },
    live: {
      data: request === null ? undefined : live.data,
      isOlder: live.isPlaceholderData || live.isFetching,
      query: live,
    },
    isComplete: request !== null,
    parentId: request === null ? null : Number(request.parentId),
    incomplete,
    /** The server's error for the values themselves, such as an invalid pattern. */
    valueRefusal: refusalOf(live.error),
    applied: applied === null ? null : { query: summary, isCurrent },
    isNameSuggested: options.naming.name === null,
    suggestion: options.suggestion,
    nameProblem: saving.nameProblem,
    failure: saving.failure,
  }
}

interface Applying {
  readonly request: CohortRequest | null
  readonly settled: CohortRequest | null
  readonly applied: CohortRequest | null
  /** The text of the definition applied before the draft was left. */
  readonly kept: string | undefined
  readonly appliesItself: boolean
}

/** The definition to apply without a press of Apply; null if none. */
function unapplied({ request, settled, applied, kept, appliesItself }: Applying): CohortRequest | null {
  if (appliesItself && settled !== null && !isSameRequest(settled, applied)) return settled
  return applied === null && request !== null && storedText(request) === kept ? request : null
}

/** In the API's names, as in stored drafts. */
function storedText(request: CohortRequest | null): string {
  return JSON.stringify(toWire(request))
}

function refusalOf(error: Error | null): string | null {
  return error instanceof ApiError && error.failure.status === 422 ? error.failure.serverMessage : null
}
