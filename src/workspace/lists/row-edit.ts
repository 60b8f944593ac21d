import type { Invocation } from '#command-kit/declaration.ts'
import { useCommandContext, useRegistry } from '#command-kit/hooks.ts'
import { withEdit } from '#workspace/detail/edit-action.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'

/** Handles the command Edit for the row under the cursor: opens its page, which edits at once. */
export function useRowEdit(row: Invocation | null): void {
  const { workspace } = useCommandContext()
  const registry = useRegistry()
  const url = row && registry.addressOf(row)
  usePaneActions(
    url === null ? {} : { 'form.edit': { available: true, run: () => workspace.open(withEdit(url), 'here') } },
  )
}
