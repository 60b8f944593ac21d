import { atom } from 'jotai'
import type { Store } from '#command-kit/context.ts'

/** A text for the import page; each one begins a new import. */
export interface GivenText {
  readonly id: number
  readonly text: string
}

let given = 0

export const givenTextAtom = atom<GivenText | null>(null)

export function giveText(store: Store, text: string): void {
  given += 1
  store.set(givenTextAtom, { id: given, text })
}
