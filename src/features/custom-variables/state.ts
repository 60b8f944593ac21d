import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { constructPreview } from '#contract/custom-variables.ts'
import { callStateAtom } from '#entities/call-atoms.ts'
import { screenAtom, screenState } from '#workspace/screen-state.ts'

type PreviewRequest = RequestOf<typeof constructPreview>

/** The variable cross-tabulated with the values of a pane's draft. */
export const crossVariableAtom = screenState<string | null>(null)

/** The countable part of the draft in a pane's builder; null while there is none or the user is typing. */
export const countedDraftAtom = screenState<PreviewRequest | null>(null)

/** The number of individuals by value of the draft. */
export const draftCountsAtom = screenAtom((id) =>
  callStateAtom({ endpoint: constructPreview, key: 'construct-preview' }, countedDraftAtom(id)),
)

/** The two sources of a pane's combine table. */
export const combinedSourcesAtom = screenState<PreviewRequest | null>(null)

/** The number of individuals by combination. */
export const combinationCountsAtom = screenAtom((id) =>
  callStateAtom({ endpoint: constructPreview, key: 'construct-cells' }, combinedSourcesAtom(id)),
)
