import { lazy, Suspense } from 'react'
import type { Result } from '#api/result.ts'
import type { NameRule } from '#domain/names.ts'
import type { Read } from '#entities/use-versioned-save.ts'

const OpenNamingDialog = lazy(() => import('#entities/open-naming-dialog.tsx'))

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
  /** Refused with 412 where the thing is not of that version any more. */
  onSave: (naming: Naming, version: string | null) => Promise<Result<unknown>>
  readNow: () => Promise<Result<Read<Naming>>>
}

/** Edits the name and description of a thing that exists; loaded when it opens. */
export function NamingDialog(props: NamingDialogProps) {
  return <Suspense>{props.isOpen && <OpenNamingDialog {...props} />}</Suspense>
}

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
