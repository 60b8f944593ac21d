import { useAtom, useStore } from 'jotai'
import { offered } from '#command-kit/arguments.ts'
import type { Store } from '#command-kit/context.ts'
import type { Invocation } from '#command-kit/declaration.ts'
import { countOf } from '#domain/numbers.ts'
import { workingSetAtom } from '#entities/variables/working-set.ts'
import { showSuccess } from '#ui/overlays/toasts.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'

/** Time to undo a change of the working set from its toast. */
const UNDO_MILLISECONDS = 10_000

/** Reports what has changed in the working set since it held some names, with its Undo. */
export function reportChosen(store: Pick<Store, 'get' | 'set'>, before: readonly string[]): void {
  const after = store.get(workingSetAtom)
  const added = after.filter((name) => !before.includes(name))
  const removed = before.filter((name) => !after.includes(name))
  const names = [...added, ...removed]
  const what = names.length === 1 ? names.join('') : countOf(names.length, 'variable')
  if (names.length === 0) return
  showSuccess(
    added.length > 0 ? `Added ${what} to the working set.` : `Removed ${what} from the working set.`,
    { label: 'Undo', run: () => store.set(workingSetAtom, before), milliseconds: UNDO_MILLISECONDS },
    'working-set',
  )
}

/** The working set as a list's row selection. */
export function useWorkingSetSelection() {
  const store = useStore()
  const [keys, change] = useAtom(workingSetAtom)
  const report = () => reportChosen(store, keys)
  const sayChosen = (name: string) =>
    showSuccess(`${name} is in the working set already. x takes it out.`, undefined, 'working-set')
  // A new set takes the whole selection; without one, the row under the cursor.
  usePaneActions(keys.length > 0 ? { 'variable-set.new': offered({}) } : {})
  return { keys, change, report, sayChosen, name: 'the working set', invocation: showVariable } as const
}

function showVariable(variableName: string): Invocation {
  return { id: 'variable.show', args: { variableName } }
}
