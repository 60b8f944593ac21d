import type { Variable } from '#contract/shapes/entities.ts'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { readerAtom } from '#entities/session.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'

const EditDialog = lazy(() => import('#features/variables/parts/edit-variable-dialog.tsx'))

/** The command Edit proposes an edit of a base variable (administrators only); it takes effect after review. */
export function EditVariable({ variable }: { variable: Variable }) {
  const { isAdmin } = useAtomValue(readerAtom)
  const [isOpen, setIsOpen] = useState(false)
  const isEditable = isAdmin && variable.variableType === 'variable'
  usePaneActions(isEditable ? { 'form.edit': { available: true, run: () => setIsOpen(true) } } : {})
  if (!isEditable) return null
  return <Suspense>{isOpen && <EditDialog variable={variable} onClose={() => setIsOpen(false)} />}</Suspense>
}
