import { atom } from 'jotai'

/** Variables put aside while searching, in the order of choosing; they become the next variable set. */
export const workingSetAtom = atom<readonly string[]>([])
