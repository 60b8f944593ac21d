import { lazy, Suspense } from 'react'
import type { Result } from '#api/result.ts'
import type { NameRule } from '#domain/text/names.ts'
import type { Read } from '#entities/server-state/saves.ts'
import { showSuccess } from '#ui/overlays/toasts.ts'

const OpenNamingDialog = lazy(() => import('#entities/dialogs/open-naming-dialog.tsx'))

export interface Naming {
  readonly name: string
  readonly description: string
}

export interface NamingDialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  naming: Naming & { readonly version: string | null }
  rule: NameRule
  nameHint?: string
  /** Rejected with 412 if the version is outdated. */
  onSave: (naming: Naming, version: string | null) => Promise<Result<unknown>>
  readNow: () => Promise<Result<Read<Naming>>>
}

/** Edits the name and description of a saved item; loaded on first use. */
export function NamingDialog(props: NamingDialogProps) {
  return <Suspense>{props.isOpen && <OpenNamingDialog {...props} />}</Suspense>
}

const OpenDeleteDialog = lazy(() => import('#entities/dialogs/open-delete-dialog.tsx'))

export interface DeleteDialogProps {
  isOpen: boolean
  onClose: () => void
  /** The kind of item in messages: "Cohort". */
  entity: string
  name: string
  /** Identifies the item in requests for its dependents. */
  usageOf: { cohortId?: number; constructId?: number; variableSetId?: number; projectId?: number }
  /** Items deleted with it. */
  goesWithIt?: readonly string[] | undefined
  onDelete: () => Promise<Result<unknown>>
  /** Receives the outcome to report; null if a toast with Undo reports it. */
  onDeleted: (outcome: string | null) => void
}

/** The delete modal of spec section 4, loaded on first use. */
export function DeleteDialog(props: DeleteDialogProps) {
  return <Suspense>{props.isOpen && <OpenDeleteDialog {...props} />}</Suspense>
}

/** The same for the row of a list, which stays in view. */
export function DeleteRowDialog(props: Omit<DeleteDialogProps, 'isOpen' | 'onDeleted'>) {
  const handleDeleted = (outcome: string | null) => {
    props.onClose()
    if (outcome !== null) showSuccess(outcome)
  }
  return <DeleteDialog {...props} isOpen onDeleted={handleDeleted} />
}
