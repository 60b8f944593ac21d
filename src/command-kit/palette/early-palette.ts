import type { Store } from '#command-kit/context.ts'
import { CLOSED, isPaletteLoading, opened, paletteAtom, typeAhead } from '#command-kit/palette/palette-state.ts'
import { isApple } from '#ui/key-names.ts'

/**
 * While the key listener loads: opens the palette by its default key, and buffers the text typed after it. Returns a
 * function that removes the listener.
 */
export function takeEarlyPaletteKeys(store: Store): () => void {
  const handleKeyDown = (event: KeyboardEvent) => {
    const isLoading = isPaletteLoading(store)
    if (isLoading ? !typeAhead(store, event) : !isPaletteKey(event)) return
    if (!isLoading) store.set(paletteAtom, opened([], 'here'))
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', handleKeyDown, { capture: true })
  return () => window.removeEventListener('keydown', handleKeyDown, { capture: true })
}

/** Closes the palette if there is no session after all. */
export function forgetEarlyPalette(store: Store): void {
  store.set(paletteAtom, CLOSED)
}

function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isMod = isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey
  return key === 'k' && isMod && !altKey && !shiftKey
}
