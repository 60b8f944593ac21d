import { useAtom } from 'jotai'
import { useEffect, useState, type ComponentType } from 'react'
import { CLOSED, paletteAtom } from '#command-kit/palette/palette-state.ts'

let loaded: ComponentType | null = null

export async function loadPalette(): Promise<ComponentType> {
  const { PaletteDialog } = await import('#command-kit/palette/palette-dialog.tsx')
  loaded = PaletteDialog
  return PaletteDialog
}

/**
 * The command palette. Its code is loaded right after the first screen, so that it opens within the keydown and
 * receives the next key.
 */
export function Palette() {
  const [{ isOpen }, setState] = useAtom(paletteAtom)
  const [Loaded, setLoaded] = useState(() => loaded)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (Loaded || (hasFailed && !isOpen)) return undefined
    const load = async () => {
      try {
        const component = await loadPalette()
        setLoaded(() => component)
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
