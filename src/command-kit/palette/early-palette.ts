import type { Store } from '#command-kit/context.ts'
import { CLOSED, isPaletteLoading, opened, paletteAtom, typeAhead } from '#command-kit/palette/palette-state.ts'
import { isApple } from '#ui/key-names.ts'

/**
 * While the key listener loads: opens the palette by its default key, and buffers the text typed after it. Other
 * characters are typed again for the key listener. Returns a function that ends this.
 */
export function takeEarlyKeys(store: Store): () => void {
  const kept: KeyboardEvent[] = []
  const handleKeyDown = (event: KeyboardEvent) => {
    const isLoading = isPaletteLoading(store)
    if (isLoading ? !typeAhead(store, event) : !isPaletteKey(event)) {
      const { target, key, ctrlKey, metaKey, altKey } = event
      if (target === document.body && key.length === 1 && !ctrlKey && !metaKey && !altKey) kept.push(event)
      return
    }
    if (!isLoading) store.set(paletteAtom, opened([], 'here'))
    kept.length = 0
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', handleKeyDown, { capture: true })
  return () => {
    window.removeEventListener('keydown', handleKeyDown, { capture: true })
    for (const { key, code, shiftKey } of kept.splice(0)) {
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }),
      )
    }
  }
}

/** Closes the palette if there is no session after all. */
export function forgetEarlyPalette(store: Store): void {
  store.set(paletteAtom, CLOSED)
}

function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isMod = isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey
  return key === 'k' && isMod && !altKey && !shiftKey
}
