import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import type { Renaming } from '#workspace/panes/rename.ts'

const loadField = () => import('#workspace/lists/row-rename-field.tsx')
const RowRenameField = lazy(loadField)

/**
 * Handles the command Rename for the row under the cursor, and returns its field. `renaming` is null for a row that has
 * no name of the user's, undefined for a list without such rows. `onClose` is called when the field is gone: the list
 * takes the focus back. The new name is null without a change.
 */
export function useRowRename(
  renaming: Renaming | null | undefined,
  onClose: (before: string, name: string | null) => void,
): ReactNode {
  const [edited, setEdited] = useState<Renaming | null>(null)
  const saved = useRef<string | null>(null)
  const canRename = renaming !== undefined
  usePaneActions(
    canRename
      ? {
          'form.rename': {
            available: renaming !== null || { because: 'This row has no name of yours.' },
            run: () => setEdited(renaming),
          },
        }
      : {},
  )
  useEffect(() => {
    // Before its first use: text typed after F2 must not run commands.
    if (canRename) void loadField()
  }, [canRename])
  if (edited === null) return null
  const save = async (name: string) => {
    const failure = await edited.save(name)
    if (failure === null) saved.current = name
    return failure
  }
  const close = () => {
    setEdited(null)
    onClose(edited.name, saved.current)
    saved.current = null
  }
  return (
    <Suspense>
      <RowRenameField renaming={{ ...edited, save }} onClose={close} />
    </Suspense>
  )
}
