import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { auditOpenAtom } from '#features/audit/state.ts'

const AuditDialog = lazy(async () => ({
  default: (await import('#features/audit/audit-dialog.tsx')).AuditDialog,
}))

/** The audit log of an administrator, loaded on first use. */
export function Audit() {
  return <Suspense>{useAtomValue(auditOpenAtom) && <AuditDialog />}</Suspense>
}
