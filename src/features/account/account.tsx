import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { secondFactorStepAtom } from '#features/account/second-factor/use-cases.ts'
import { accountOpenAtom } from '#features/account/use-cases.ts'

const AccountDialog = lazy(async () => ({
  default: (await import('#features/account/account-dialog.tsx')).AccountDialog,
}))

/** Loaded on first use. */
export function Account() {
  const isOpen = useAtomValue(accountOpenAtom)
  const step = useAtomValue(secondFactorStepAtom)
  return <Suspense>{(isOpen || step) && <AccountDialog />}</Suspense>
}
