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
