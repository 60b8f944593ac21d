import { rulesInfo, rulesPreview } from '#contract/rules.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { callStateAtom } from '#entities/call-atoms.ts'
import { resource, resourceFamily } from '#entities/resource.ts'
import { screenAtom, screenState } from '#workspace/screen-state.ts'

/** Parent and rules, for previews and saves. */
export type RulesRequest = RequestOf<typeof rulesPreview>

/** The definition in a pane's rules builder; null while nothing can be counted or while the user types. */
export const rulesRequestAtom = screenState<RulesRequest | null>(null)

/** The counts of the definition and of each rule; each change aborts the request before. */
export const rulesPreviewAtom = screenAtom((id) =>
  callStateAtom({ endpoint: rulesPreview, key: 'rules-preview' }, rulesRequestAtom(id)),
)

/** The saved definition of a cohort as rules. */
export const savedRulesAtom = resourceFamily((cohortId: number) =>
  resource({
    endpoint: rulesInfo,
    request: { cohortId },
    key: ['cohort-rules', cohortId],
    isNamed: cohortId > 0,
    read: (answer) => answer,
  }),
)
