import { useEffect, useState, type ComponentType } from 'react'

/**
 * The command palette. What it is made of comes right after the first screen, before anybody asks for it; from then on
 * it opens within the key press, so that what is typed next is already its own.
 */
export function Palette() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null)
  useEffect(() => {
    const timer = setTimeout(async () => {
      const { PaletteDialog } = await import('#command-kit/palette/palette-dialog.tsx')
      setLoaded(() => PaletteDialog)
    })
    return () => clearTimeout(timer)
  }, [])
  return Loaded && <Loaded />
}
