import { atom } from 'jotai'
import type { Where, Store } from '#command-kit/context.ts'
import type { ArgumentKind, ArgumentValue, Invocation } from '#command-kit/declaration.ts'

/** A cohort, variable, set or project whose actions are listed. */
export interface PaletteThing {
  readonly kind: ArgumentKind
  readonly value: ArgumentValue
  readonly title: string
}

/**
 * State of the palette: closed, or a stack of pages, one for each missing argument; an empty stack is the root page.
 */
export interface PaletteState {
  readonly isOpen: boolean
  readonly pages: readonly Invocation[]
  readonly where: Where
  /** The thing whose actions the root page lists; null for all commands and things. */
  readonly thing: PaletteThing | null
  /** Keys typed before the field was rendered. */
  readonly typed: string
}

export const CLOSED: PaletteState = { isOpen: false, pages: [], where: 'here', thing: null, typed: '' }

/** The palette opened at some pages. */
export function opened(pages: readonly Invocation[], where: Where): PaletteState {
  return { isOpen: true, pages, where, thing: null, typed: '' }
}

export const paletteAtom = atom<PaletteState>(CLOSED)

export const paletteRowAtom = atom<string | null>(null)

export const keyboardOpenAtom = atom(false)

export const cheatSheetOpenAtom = atom(false)

/** Marks Enter in typed-ahead text; a single-line field has no line break. */
const ENTER = '\n'

/** The typed-ahead text, and whether Enter followed. */
export function takeEnter(typed: string): { text: string; isEntered: boolean } {
  const isEntered = typed.endsWith(ENTER)
  return { text: isEntered ? typed.slice(0, -ENTER.length) : typed, isEntered }
}

/** Whether the palette's field is rendered. */
export const paletteFieldAtom = atom(false)

/** Whether keys belong to a palette that is still loading. */
export function isPaletteLoading(store: Store): boolean {
  return store.get(paletteAtom).isOpen && !store.get(paletteFieldAtom)
}

/** Buffers a key for the palette's field; false for other keys. */
export function typeAhead(store: Store, event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event
  const change = (to: (typed: string) => string) =>
    store.set(paletteAtom, (state) => ({ ...state, typed: to(state.typed) }))
  const writes = key.length === 1 && ((!ctrlKey && !metaKey && !altKey) || event.getModifierState('AltGraph'))
  // Keys after Enter would belong to an unknown page.
  if (writes) change((typed) => (typed.endsWith(ENTER) ? typed : typed + key))
  else if (key === 'Backspace') change((typed) => typed.slice(0, -1))
  else if (key === 'Enter') change((typed) => (typed === '' || typed.endsWith(ENTER) ? typed : typed + ENTER))
  else if (key === 'Escape') store.set(paletteAtom, CLOSED)
  else return false
  return true
}
