import { useAtomValue } from 'jotai'
import { lazy, Suspense, type ComponentType } from 'react'
import { refusedCopyAtom } from '#command-kit/clipboard.ts'
import { cheatSheetOpenAtom, keyboardOpenAtom } from '#command-kit/palette/palette-state.ts'
import { trashOpenAtom } from '#entities/trash/trash.ts'
import { secondFactorStepAtom } from '#features/account/second-factor/state.ts'
import { accountOpenAtom } from '#features/account/use-cases.ts'
import { auditOpenAtom } from '#features/audit/use-cases.ts'
import { glossaryAtom } from '#features/help/use-cases.ts'
import { historyOfAtom } from '#features/history/use-cases.ts'
import { importOpenAtom } from '#features/imports/state.ts'
import { optionalPart } from '#ui/optional-part.ts'

/** A dialog whose code is loaded on first use. */
function late<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }))
}

const DropDefinitions = optionalPart(
  async () => (await import('#features/definitions/drop-definitions.tsx')).DropDefinitions,
)
const Expressions = optionalPart(async () => (await import('#app/expressions.tsx')).Expressions)
const CheatSheetDialog = late(async () => (await import('#command-kit/cheat-sheet-dialog.tsx')).CheatSheetDialog)
const KeyboardDialog = late(async () => (await import('#command-kit/keyboard/keyboard-dialog.tsx')).KeyboardDialog)
const RefusedCopyDialog = late(async () => (await import('#command-kit/refused-copy-dialog.tsx')).RefusedCopyDialog)
const GlossaryDialog = late(async () => (await import('#features/help/glossary-dialog.tsx')).GlossaryDialog)
const ImportDialog = late(async () => (await import('#features/imports/import-dialog.tsx')).ImportDialog)
const AuditDialog = late(async () => (await import('#features/audit/audit-dialog.tsx')).AuditDialog)
const TrashDialog = late(async () => (await import('#features/trash/trash-dialog.tsx')).TrashDialog)
const HistoryDialog = late(async () => (await import('#features/history/history-dialog.tsx')).HistoryDialog)
const AccountDialog = late(async () => (await import('#features/account/account-dialog.tsx')).AccountDialog)

/** The app's own dialogs. */
export function Dialogs() {
  const isCheatSheetOpen = useAtomValue(cheatSheetOpenAtom)
  const isKeyboardOpen = useAtomValue(keyboardOpenAtom)
  const isCopyRefused = useAtomValue(refusedCopyAtom) !== null
  const glossary = useAtomValue(glossaryAtom)
  const isImportOpen = useAtomValue(importOpenAtom)
  const isAuditOpen = useAtomValue(auditOpenAtom)
  const isTrashOpen = useAtomValue(trashOpenAtom)
  const historyOf = useAtomValue(historyOfAtom)
  const isAccountOpen = useAtomValue(accountOpenAtom)
  const secondFactorStep = useAtomValue(secondFactorStepAtom)
  return (
    <>
      <Suspense>
        <DropDefinitions />
      </Suspense>
      <Suspense>
        <Expressions />
      </Suspense>
      <Suspense>{isCheatSheetOpen && <CheatSheetDialog />}</Suspense>
      <Suspense>{isKeyboardOpen && <KeyboardDialog />}</Suspense>
      <Suspense>{isCopyRefused && <RefusedCopyDialog />}</Suspense>
      <Suspense>{glossary && <GlossaryDialog openedTerm={glossary.term} />}</Suspense>
      <Suspense>{isImportOpen && <ImportDialog />}</Suspense>
      <Suspense>{isAuditOpen && <AuditDialog />}</Suspense>
      <Suspense>{isTrashOpen && <TrashDialog />}</Suspense>
      <Suspense>{historyOf && <HistoryDialog object={historyOf} />}</Suspense>
      <Suspense>{(isAccountOpen || secondFactorStep) && <AccountDialog />}</Suspense>
    </>
  )
}
