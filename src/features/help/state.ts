import { atom } from 'jotai'

/** The glossary: closed, open, or open at a word. */
export const glossaryAtom = atom<{ readonly at: string | null } | null>(null)

/** Counts up when the tour begins at somebody's wish: it then takes the focus, as it does not after a reload. */
export const tourFocusAtom = atom(0)
