import { atom } from 'jotai'
import type { Where } from '#command-kit/context.ts'
import type { Invocation } from '#command-kit/declaration.ts'

/** What the palette shows: closed, or a stack of pages, each asking for what an invocation lacks; the root if none. */
export interface PaletteState {
  readonly isOpen: boolean
  readonly pages: readonly Invocation[]
  readonly where: Where
  /** What was typed before its field was there. */
  readonly typed: string
}

export const CLOSED: PaletteState = { isOpen: false, pages: [], where: 'here', typed: '' }

/** The palette opened upon a page. */
export function opened(pages: readonly Invocation[], where: Where): PaletteState {
  return { isOpen: true, pages, where, typed: '' }
}

export const paletteAtom = atom<PaletteState>(CLOSED)

/** The row under the palette's cursor; null while it is closed. */
export const paletteRowAtom = atom<string | null>(null)

export const keyboardOpenAtom = atom(false)

export const cheatSheetOpenAtom = atom(false)
