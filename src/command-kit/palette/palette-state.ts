import { atom } from 'jotai'
import type { Where } from '#command-kit/context.ts'
import type { Invocation } from '#command-kit/declaration.ts'

/** What the palette shows: closed, or a stack of pages, each asking for what an invocation lacks; the root if none. */
export interface PaletteState {
  readonly isOpen: boolean
  readonly pages: readonly Invocation[]
  readonly where: Where
}

export const CLOSED: PaletteState = { isOpen: false, pages: [], where: 'here' }

export const paletteAtom = atom<PaletteState>(CLOSED)

export const cheatSheetOpenAtom = atom(false)
