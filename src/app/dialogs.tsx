import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { CheatSheet } from '#command-kit/cheat-sheet.tsx'
import { Keyboard } from '#command-kit/keyboard/keyboard.tsx'
import { secondFactorStepAtom } from '#features/account/second-factor/use-cases.ts'
import { accountOpenAtom } from '#features/account/use-cases.ts'
import { auditOpenAtom } from '#features/audit/state.ts'
import { glossaryAtom } from '#features/help/use-cases.ts'
import { importOpenAtom } from '#features/imports/state.ts'

const GlossaryDialog = lazy(async () => ({
  default: (await import('#features/help/glossary-dialog.tsx')).GlossaryDialog,
}))
const ImportDialog = lazy(async () => ({
  default: (await import('#features/imports/import-dialog.tsx')).ImportDialog,
}))
const AuditDialog = lazy(async () => ({ default: (await import('#features/audit/audit-dialog.tsx')).AuditDialog }))
const AccountDialog = lazy(async () => ({
  default: (await import('#features/account/account-dialog.tsx')).AccountDialog,
}))

/** The app's own dialogs, each loaded on first use. */
export default function Dialogs() {
  const glossary = useAtomValue(glossaryAtom)
  const isImportOpen = useAtomValue(importOpenAtom)
  const isAuditOpen = useAtomValue(auditOpenAtom)
  const isAccountOpen = useAtomValue(accountOpenAtom)
  const secondFactorStep = useAtomValue(secondFactorStepAtom)
  return (
    <>
      <CheatSheet />
      <Keyboard />
      <Suspense>{glossary && <GlossaryDialog at={glossary.at} />}</Suspense>
      <Suspense>{isImportOpen && <ImportDialog />}</Suspense>
      <Suspense>{isAuditOpen && <AuditDialog />}</Suspense>
      <Suspense>{(isAccountOpen || secondFactorStep) && <AccountDialog />}</Suspense>
    </>
  )
}
