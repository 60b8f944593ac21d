import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { cheatSheetOpenAtom } from '#command-kit/palette/palette-state.ts'

const CheatSheetDialog = lazy(async () => ({
  default: (await import('#command-kit/cheat-sheet-dialog.tsx')).CheatSheetDialog,
}))

/** The dialog of all keys, loaded lazily. */
export function CheatSheet() {
  const isOpen = useAtomValue(cheatSheetOpenAtom)
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return <Suspense>{wasOpened && <CheatSheetDialog />}</Suspense>
}
