import { useAtom } from 'jotai'
import { useEffect, useState, type ComponentType } from 'react'
import { CLOSED, paletteAtom } from '#command-kit/palette/palette-state.ts'

/** Fetches what the palette is made of, ahead of it or when it stands there. */
export function loadPalette() {
  return import('#command-kit/palette/palette-dialog.tsx')
}

/**
 * The command palette. What it is made of comes right after the first screen, before anybody asks for it; from then on
 * it opens within the key press, so that what is typed next is already its own.
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
        // The keys are given back, and when it is asked for again it is fetched again.
        setHasFailed(true)
        setState(CLOSED)
      }
    }
    const timer = setTimeout(load)
    return () => clearTimeout(timer)
  }, [Loaded, hasFailed, isOpen, setState])
  return Loaded && <Loaded />
}
