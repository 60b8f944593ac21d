import type { RequestOf } from '#contract/wire-names.ts'
import { constructPreview } from '#contract/custom-variables.ts'
import { callStateAtom } from '#entities/call-atoms.ts'
import { screenAtom, screenState } from '#workspace/screen-state.ts'

type PreviewRequest = RequestOf<typeof constructPreview>

/** The variable whose answers are cross-tabulated with the values of a pane's draft. */
export const crossVariableAtom = screenState<string | null>(null)

/** The draft in a pane's builder, as far as it can be counted; null while it cannot or is still being typed. */
export const countedDraftAtom = screenState<PreviewRequest | null>(null)

/** How many individuals each value of the draft has. */
export const draftCountsAtom = screenAtom((id) =>
  callStateAtom({ endpoint: constructPreview, key: 'construct-preview' }, countedDraftAtom(id)),
)

/** The two sources that a pane's combine table sets against each other. */
export const combinedSourcesAtom = screenState<PreviewRequest | null>(null)

/** How many individuals each combination of their answers has. */
export const combinationCountsAtom = screenAtom((id) =>
  callStateAtom({ endpoint: constructPreview, key: 'construct-cells' }, combinedSourcesAtom(id)),
)
