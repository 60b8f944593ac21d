import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { importOpenAtom } from '#features/imports/state.ts'

const ImportDialog = lazy(async () => ({
  default: (await import('#features/imports/import-dialog.tsx')).ImportDialog,
}))

/** The import dialog of an administrator, loaded on first use. */
export function Import() {
  return <Suspense>{useAtomValue(importOpenAtom) && <ImportDialog />}</Suspense>
}
