import { useStore } from 'jotai'
import type { Store } from '#command-kit/context.ts'
import { useCommandContext } from '#command-kit/hooks.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { focusedIdAtom, paneAtom, paneRegistrationsAtom } from '#workspace/panes/pane-atoms.ts'

const PATIENCE = 5_000

/** Handles the command Edit for the row under the cursor: opens its page and edits there. */
export function useRowEdit(hasRow: boolean, open: () => Promise<unknown>): void {
  const store = useStore()
  const { toast } = useCommandContext()
  const edit = async () => {
    const before = new Set(registrationsIn(store).map(({ owner }) => owner))
    await open()
    if (!(await editWhenOffered(store, before))) toast.error('There is nothing to edit on this page.')
  }
  usePaneActions(hasRow ? { 'form.edit': { available: true, run: edit } } : {})
}

function registrationsIn(store: Store) {
  return store.get(paneRegistrationsAtom(store.get(focusedIdAtom)))
}

/** Runs Edit as soon as the page offers it; true if it did, or if the user has left the page. */
function editWhenOffered(store: Store, before: ReadonlySet<string>): Promise<boolean> {
  const id = store.get(focusedIdAtom)
  const url = store.get(paneAtom(id))?.url
  return new Promise((resolve) => {
    const end = (isDone: boolean) => {
      stop()
      clearTimeout(timer)
      resolve(isDone)
    }
    const look = () => {
      if (store.get(paneAtom(id))?.url !== url) return end(true)
      const found = registrationsIn(store).findLast(({ owner, actions }) => !before.has(owner) && actions['form.edit'])
      if (found === undefined) return undefined
      end(true)
      // Once the page is rendered: it ignores navigation before.
      setTimeout(() => void found.actions['form.edit']?.run())
      return undefined
    }
    const timer = setTimeout(() => end(false), PATIENCE)
    const stop = store.sub(paneRegistrationsAtom(id), look)
    look()
  })
}
