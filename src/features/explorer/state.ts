import { atom } from 'jotai'
import * as v from 'valibot'
import type { Store } from '#command-kit/context.ts'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import { userAtom } from '#entities/session.ts'

const chosenAtom = userStorageAtom<boolean | null>('explorer', v.nullable(v.boolean()), null)

/** Whether the explorer is shown; unless the user has chosen, on wide screens. */
export const explorerOpenAtom = atom(
  (get) => get(chosenAtom(get(userAtom)?.username ?? '')) ?? window.matchMedia('(width >= 1280px)').matches,
  (get, set, isOpen: boolean) => set(chosenAtom(get(userAtom)?.username ?? ''), isOpen),
)

/** True if the user has just opened the explorer, which then takes the focus. */
export const explorerFocusAtom = atom(false)

export function toggleExplorer({ store }: { readonly store: Pick<Store, 'get' | 'set'> }): void {
  const isOpen = !store.get(explorerOpenAtom)
  store.set(explorerFocusAtom, isOpen)
  store.set(explorerOpenAtom, isOpen)
}
