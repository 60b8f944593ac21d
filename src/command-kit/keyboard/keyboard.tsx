import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { keyboardOpenAtom } from '#command-kit/palette/palette-state.ts'

const KeyboardDialog = lazy(async () => ({
  default: (await import('#command-kit/keyboard/keyboard-dialog.tsx')).KeyboardDialog,
}))

/** The dialog of key settings, loaded lazily. */
export function Keyboard() {
  return <Suspense>{useAtomValue(keyboardOpenAtom) && <KeyboardDialog />}</Suspense>
}
