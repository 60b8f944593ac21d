import { lazy, Suspense } from 'react'
import type { Result } from '#api/result.ts'

const OpenDeleteDialog = lazy(() => import('#entities/open-delete-dialog.tsx'))

export interface DeleteDialogProps {
  isOpen: boolean
  onClose: () => void
  /** What kind of thing it is, as messages name it: "Cohort". */
  entity: string
  name: string
  /** Names the thing to those who know what is built on it. */
  usageOf: { cohortId?: number; constructId?: number; variableSetId?: number; projectId?: number }
  /** Things that are deleted along with it. */
  goesWithIt?: readonly string[] | undefined
  onDelete: () => Promise<Result<unknown>>
  onDeleted: () => void
}

/** The delete modal of spec section 4, loaded when it opens. */
export function DeleteDialog(props: DeleteDialogProps) {
  return <Suspense>{props.isOpen && <OpenDeleteDialog {...props} />}</Suspense>
}
