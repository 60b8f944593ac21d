import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { accountOpenAtom } from '#features/account/state.ts'

const AccountDialog = lazy(async () => ({
  default: (await import('#features/account/account-dialog.tsx')).AccountDialog,
}))

/** One's own account, fetched when first asked for. */
export function Account() {
  return <Suspense>{useAtomValue(accountOpenAtom) && <AccountDialog />}</Suspense>
}
