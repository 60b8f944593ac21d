import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import { paletteAtom } from '#command-kit/palette/palette-state.ts'

const load = () => import('#command-kit/palette/palette-dialog.tsx')
const PaletteDialog = lazy(async () => ({ default: (await load()).PaletteDialog }))

/** The command palette; what it is made of comes right after the first screen, before anybody asks for it. */
export function Palette() {
  const { isOpen } = useAtomValue(paletteAtom)
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  useEffect(() => {
    const timer = setTimeout(() => void load())
    return () => clearTimeout(timer)
  }, [])
  return <Suspense>{wasOpened && <PaletteDialog />}</Suspense>
}
