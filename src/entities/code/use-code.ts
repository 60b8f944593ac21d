import { useAtomValue } from 'jotai'
import type { RulesSent } from '#contract/shapes/rules-of-definition.ts'
import { CODE_COMMANDS, type CodeCommandId } from '#domain/clients/code-commands.ts'
import type { CodeQuery } from '#domain/clients/code.ts'
import { callAtom } from '#entities/server-state/services.ts'
import { showError, showSuccess } from '#ui/overlays/toasts.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'

/** A query without its words, which the server prints. */
export type OfferedQuery =
  | Exclude<CodeQuery, { readonly kind: 'expression' }>
  | { readonly kind: 'expression'; readonly rules: RulesSent }

/** Offers what the pane shows as code; null while it shows nothing. */
export function useCode(query: OfferedQuery | null): void {
  const { call } = useAtomValue(callAtom)
  const run = async (id: CodeCommandId) => {
    if (query === null) return
    const { exportCode } = await import('#entities/code/export-code.ts')
    const done = await exportCode(call, id, query)
    if (done.ok) showSuccess(done.value)
    else showError(done.message)
  }
  const actions = CODE_COMMANDS.map((id) => [id, { available: true as const, run: () => run(id) }] as const)
  usePaneActions(query === null ? {} : Object.fromEntries(actions))
}
