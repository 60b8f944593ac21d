import { cohortPreview } from '#contract/cohorts.ts'
import { callStateAtom } from '#entities/call-atoms.ts'
import type { CohortRequest } from '#features/cohorts/cohort-draft.ts'
import { screenAtom, screenState } from '#workspace/screen-state.ts'

const PREVIEW = { endpoint: cohortPreview, key: 'cohort-preview' }

/** The definition in a pane's cohort builder; null while it is incomplete or being typed. */
export const definitionAtom = screenState<CohortRequest | null>(null)

/** The preview of the definition; follows every change. */
export const livePreviewAtom = screenAtom((id) => callStateAtom(PREVIEW, definitionAtom(id)))

/** The last applied definition (spec section 4); writing it applies a definition. */
export const appliedDefinitionAtom = screenState<CohortRequest | null>(null)

export const appliedPreviewAtom = screenAtom((id) => callStateAtom(PREVIEW, appliedDefinitionAtom(id)))
