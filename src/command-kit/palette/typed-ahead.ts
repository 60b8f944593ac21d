import { atom } from 'jotai'
import type { Store } from '#command-kit/context.ts'
import { CLOSED, paletteAtom } from '#command-kit/palette/palette-state.ts'

/** Stands in what was typed ahead for the key; a field of one line takes no such letter. */
const ENTER = '\n'

/** What was typed ahead, and whether Enter was pressed after it. */
export function takeEnter(typed: string): { text: string; isEntered: boolean } {
  const isEntered = typed.endsWith(ENTER)
  return { text: isEntered ? typed.slice(0, -ENTER.length) : typed, isEntered }
}

/** Whether the palette's field is there to type into. */
export const paletteFieldAtom = atom(false)

/** Whether the keys belong to a palette that was asked for and is still loading. */
export function awaitsPalette(store: Store): boolean {
  return store.get(paletteAtom).isOpen && !store.get(paletteFieldAtom)
}

/** Keeps a key for the palette's field; false where it is none that one types with. */
export function typeAhead(store: Store, event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event
  const change = (to: (typed: string) => string) =>
    store.set(paletteAtom, (state) => ({ ...state, typed: to(state.typed) }))
  const writes = key.length === 1 && ((!ctrlKey && !metaKey && !altKey) || event.getModifierState('AltGraph'))
  // What comes after Enter would be for a page that is not known yet.
  if (writes) change((typed) => (typed.endsWith(ENTER) ? typed : typed + key))
  else if (key === 'Backspace') change((typed) => typed.slice(0, -1))
  else if (key === 'Enter') change((typed) => (typed === '' || typed.endsWith(ENTER) ? typed : typed + ENTER))
  else if (key === 'Escape') store.set(paletteAtom, CLOSED)
  else return false
  return true
}
