import { useAtom } from 'jotai'
import { useEffect, useState, type ComponentType } from 'react'
import { CLOSED, paletteAtom } from '#command-kit/palette/palette-state.ts'

export function loadPalette() {
  return import('#command-kit/palette/palette-dialog.tsx')
}

/**
 * The command palette. Its code is loaded right after the first screen, so that it opens within the keydown and
 * receives the next key.
 */
export function Palette() {
  const [{ isOpen }, setState] = useAtom(paletteAtom)
  const [Loaded, setLoaded] = useState<ComponentType | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (Loaded || (hasFailed && !isOpen)) return undefined
    const load = async () => {
      try {
        const { PaletteDialog } = await loadPalette()
        setLoaded(() => PaletteDialog)
      } catch {
        // Keys work normally again; the next request retries.
        setHasFailed(true)
        setState(CLOSED)
      }
    }
    const timer = setTimeout(load)
    return () => clearTimeout(timer)
  }, [Loaded, hasFailed, isOpen, setState])
  return Loaded && <Loaded />
}
