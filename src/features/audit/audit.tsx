import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { auditOpenAtom } from '#features/audit/state.ts'

const AuditDialog = lazy(async () => ({
  default: (await import('#features/audit/audit-dialog.tsx')).AuditDialog,
}))

/** The page on which an administrator sees who did what, fetched when first asked for. */
export function Audit() {
  return <Suspense>{useAtomValue(auditOpenAtom) && <AuditDialog />}</Suspense>
}
