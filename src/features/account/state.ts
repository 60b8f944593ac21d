import { atom } from 'jotai'
import type { Failure } from '#api/result.ts'

export const accountOpenAtom = atom(false)
/** The password that is, which whatever is done here asks for, and why it was not taken. */
export const currentPasswordAtom = atom('')
export const accountFailureAtom = atom<Failure | null>(null)
