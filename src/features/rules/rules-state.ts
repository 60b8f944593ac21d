import { rulesPreview } from '#contract/rules.ts'
import type { DraftGroup } from '#entities/rules/rule-draft.ts'
import type { RulesRequest } from '#entities/rules/saved-rules.ts'
import { callStateAtom } from '#entities/server-state/resource.ts'
import { screenAtom, screenState } from '#workspace/screen-state.ts'

/** The definition in a pane's rules builder; null while nothing can be counted or while the user types. */
export const rulesRequestAtom = screenState<RulesRequest | null>(null)

/** Changes the rules; undo groups the typing in one field, named by `what`. */
export type EditRules = (edit: (top: DraftGroup) => DraftGroup, what?: string) => void

/** The rules builder that a pane shows; null without one. */
export const openBuilderAtom = screenState<{ readonly edit: EditRules } | null>(null)

/** The counts of the definition and of each rule; each change aborts the request before. */
export const rulesPreviewAtom = screenAtom((id) =>
  callStateAtom({ endpoint: rulesPreview, key: 'rules-preview' }, rulesRequestAtom(id)),
)
