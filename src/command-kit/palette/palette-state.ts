import { atom } from 'jotai'
import type { Where } from '#command-kit/context.ts'
import type { Invocation } from '#command-kit/declaration.ts'

/**
 * State of the palette: closed, or a stack of pages, one for each missing argument; an empty stack is the root page.
 */
export interface PaletteState {
  readonly isOpen: boolean
  readonly pages: readonly Invocation[]
  readonly where: Where
  /** Keys typed before the field was rendered. */
  readonly typed: string
}

export const CLOSED: PaletteState = { isOpen: false, pages: [], where: 'here', typed: '' }

/** The palette opened at some pages. */
export function opened(pages: readonly Invocation[], where: Where): PaletteState {
  return { isOpen: true, pages, where, typed: '' }
}

export const paletteAtom = atom<PaletteState>(CLOSED)

export const paletteRowAtom = atom<string | null>(null)

export const keyboardOpenAtom = atom(false)

export const cheatSheetOpenAtom = atom(false)
